// Search runs in a worker, and a browser gives a page from disk none. There, a frame that nobody sees does the work.
// The builder would load another such script from the network; one with "iframe-worker" in its name it takes instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe")
      this.frame.hidden = true
      document.body.append(this.frame)
      const inner = this.frame.contentWindow
      inner.postMessage = (data) => setTimeout(() => this.onmessage?.(new MessageEvent("message", { data })))
      this.ready = new Promise((resolve) => {
        const script = inner.document.createElement("script")
        script.src = new URL(url, location.href)
        script.onload = () => resolve(inner)
        inner.document.body.append(script)
      })
    }
    async postMessage(data) {
      const inner = await this.ready
      inner.dispatchEvent(new inner.MessageEvent("message", { data }))
    }
    terminate() {
      this.frame.remove()
    }
  }
}
