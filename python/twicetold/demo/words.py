"""The common words of the planted encyclopedia, by the slot they fill.

A pool is a tuple of strings. Pools are long, because what keeps two unrelated sentences apart is that their slots were
drawn apart: with 120 words a slot, five slots agree by chance once in 25 thousand million pairs.
"""

from __future__ import annotations


def _parse_pool(text: str) -> tuple[str, ...]:
    """`"red, dark green"` -> `("red", "dark green")`"""
    return tuple(" ".join(entry.split()) for entry in text.split(",") if entry.strip())


WORDS: dict[str, tuple[str, ...]] = {
    "adj": _parse_pool("""
        abandoned, ancient, angular, austere, bare, battered, bleak, blunt, brackish, brick, broad, burnt, celebrated,
        cheap, chilly, circular, clumsy, coarse, communal, compact, concealed, costly, covered, cracked, crooked,
        crowded, curious, damp, deep, delicate, derelict, disputed, distant, dormant, double, draughty, drowned, dull,
        dusty, eccentric, elegant, elongated, enclosed, enormous, exposed, failing, faint, famous, fenced, fertile,
        flooded, forgotten, fortified, fragile, frozen, gilded, gloomy, graceful, grand, grey, half-finished,
        handsome, haunted, heavy, hidden, hollow, humble, icy, ill-lit, imposing, improvised, inland, irregular,
        isolated, jagged, lavish, leaning, limestone, little-known, lofty, lonely, long, low, marshy, medieval,
        mellow, modest, moss-grown, muddy, narrow, neglected, noisy, octagonal, old, ornate, overgrown, painted, pale,
        panelled, patched, peaceful, plain, polished, private, prosperous, provincial, quiet, ragged, rare, remote,
        restored, rival, roofless, rough, round, ruined, rustic, sacred, salty, scarred, secluded, shabby, shallow,
        sheltered, silent, slender, sloping, small, smoky, solitary, splendid, square, steep, stern, sturdy, sunken,
        tall, tangled, terraced, thatched, thriving, timbered, towering, twin, unfinished, unlit, upright, vast,
        vaulted, walled, waterlogged, weathered, whitewashed, wide, wild, windswept, winding, wooded, worn, yellow"""),
    "building": _parse_pool("""
        abbey, academy, alehouse, almshouse, aqueduct, armoury, arsenal, assembly hall, bakery, barn, barracks,
        bathhouse, belfry, boathouse, brewery, brickworks, byre, canal lock, cannery, carriage shed, castle, cattle
        market, chapel, cheese store, clock tower, cloister, coaching inn, cooperage, corn exchange, cottage, court
        house, creamery, custom house, dairy, distillery, dockyard, dovecote, dyehouse, engine house, farmstead, ferry
        house, fish market, forge, foundry, gaol, gasworks, gatehouse, glasshouse, granary, guardhouse, guildhall,
        hermitage, hospital, hunting lodge, ice house, infirmary, ironworks, kiln, laundry, lecture hall, library,
        lighthouse, lime works, lodging house, malthouse, manor, maze, meeting house, mint, monastery, mortuary, music
        hall, observatory, orangery, orphanage, palace, parsonage, pavilion, pigeon loft, post office, pottery, powder
        magazine, priory, pumping station, reading room, refectory, riding school, ropewalk, saddlery, sail loft, salt
        house, sanatorium, sawmill, schoolhouse, seminary, shipyard, signal box, slaughterhouse, smithy, soap works,
        stable block, storehouse, summer house, tannery, telegraph office, theatre, tithe barn, toll house, town hall,
        treasury, vicarage, waiting room, warehouse, watchtower, water tower, weaving shed, weighbridge, windmill,
        winery, workhouse"""),
    "feature": _parse_pool("""
        alder carr, basin, bay, beech wood, birch scrub, bluff, bog, boulder field, canyon, cape, cascade, cave, chalk
        pit, cirque, cliff, common, coombe, cove, crag, delta, dune belt, escarpment, esker, estuary, fen, firth,
        floodplain, ford, foreshore, geyser, glacier, gorge, gravel bank, grove, gulf, headland, heath, hillside,
        hollow, hot spring, inlet, islet, isthmus, kettle hole, lagoon, lava field, ledge, loch, marsh, meadow, mere,
        mesa, moor, moraine, mudflat, oak forest, orchard, oxbow, pass, peat bed, peninsula, pine forest, plateau,
        pool, promontory, quarry, rapids, ravine, reed bed, reef, ridge, salt pan, sandbank, scree, sea stack, shingle
        spit, shoal, sinkhole, spring, steppe, strait, stream, summit, swamp, tarn, terrace, tidal creek, valley,
        volcano, waterfall, water meadow, weir, whirlpool, willow bed"""),
    "job": _parse_pool("""
        abbot, accountant, actress, actuary, admiral, alderman, amateur astronomer, anatomist, apothecary, apprentice,
        archaeologist, archivist, armourer, auctioneer, bailiff, baker, banker, bargeman, barrister, bell-founder,
        bishop, blacksmith, boatbuilder, bookbinder, botanist, brewer, bricklayer, broker, butcher, cabinetmaker,
        captain, cartographer, cattle dealer, chaplain, chemist, chronicler, clockmaker, clothier, coal merchant,
        colonel, cooper, coroner, critic, curator, cutler, dairy farmer, deacon, dentist, diplomat, draper, drover,
        dyer, editor, engineer, engraver, entomologist, farrier, fishmonger, fruit grower, gamekeeper, gardener,
        general, geologist, glazier, goldsmith, governor, grocer, gunsmith, hatter, herbalist, historian, horse
        breeder, hydrologist, industrialist, innkeeper, ironmaster, jeweller, journalist, judge, landowner, laundress,
        librarian, linguist, locksmith, magistrate, mason, mathematician, mayor, midwife, miller, milliner, miner,
        naturalist, notary, nurse, organist, painter, papermaker, pathologist, pharmacist, philologist, photographer,
        physician, pilot, playwright, plumber, poet, postmaster, potter, preacher, printer, professor, publisher,
        quartermaster, rector, saddler, schoolmistress, sculptor, seamstress, sheriff, shipowner, shoemaker, silk
        merchant, smuggler, soldier, solicitor, stationmaster, steward, stonecutter, surgeon, surveyor, tailor,
        tanner, tax collector, tobacconist, translator, treasurer, upholsterer, veterinarian, vintner, watchman,
        weaver, wheelwright, widow, wool trader, zoologist"""),
    "done": _parse_pool("""
        abandoned, acquired, adapted, admired, altered, assessed, auctioned, besieged, blamed, blessed, boarded up,
        bought, burned, catalogued, chosen, cleared, closed, commissioned, condemned, confiscated, converted, copied,
        criticised, damaged, dedicated, demolished, described, designed, discovered, dismantled, divided, donated,
        drained, drawn, enlarged, evacuated, examined, excavated, extended, financed, flooded, fortified, founded,
        furnished, guarded, heightened, identified, imitated, improved, inherited, inspected, insured, investigated,
        leased, levelled, listed, looted, lowered, maintained, managed, mapped, measured, mentioned, modernised,
        mortgaged, moved, named, neglected, occupied, offered, opened, owned, painted, patrolled, photographed,
        pillaged, plundered, praised, preserved, promoted, protected, purchased, raided, rebuilt, reclaimed, recorded,
        reduced, refused, remembered, renamed, renovated, rented, reopened, repainted, repaired, replaced, requested,
        rescued, reshaped, restored, ridiculed, salvaged, sealed, searched, seized, shelled, shut, simplified,
        sketched, sold, stabilised, strengthened, studied, surveyed, taxed, transferred, visited, widened, wrecked"""),
    "did": _parse_pool("""
        abandoned, accepted, acquired, admired, adopted, advertised, altered, approved, assembled, attacked,
        auctioned, backed, blocked, bought, catalogued, celebrated, challenged, checked, closed, collected,
        commissioned, compared, condemned, copied, corrected, criticised, dedicated, defended, delayed, demanded,
        denounced, described, designed, discovered, dismissed, displayed, disputed, donated, doubted, drew, edited,
        encouraged, endorsed, exhibited, expanded, explained, favoured, finished, forbade, founded, funded, guarded,
        hid, ignored, imitated, improved, inherited, inspected, introduced, inspired, investigated, joined, launched,
        led, lost, mapped, measured, mentioned, mocked, noticed, obtained, opened, opposed, ordered, organised,
        outlined, overlooked, patented, photographed, planned, praised, presented, preserved, printed, promised,
        promoted, proposed, protected, published, questioned, recorded, rediscovered, reformed, refused, rejected,
        remembered, repaired, replaced, reported, rescued, restored, reviewed, revised, ruined, saved, sealed, signed,
        sketched, sold, sponsored, stole, studied, supervised, supported, surveyed, taught, tested, translated,
        trusted, valued, visited, withdrew, witnessed"""),
    "event": _parse_pool("""
        amnesty, anniversary, auction, avalanche, ban on hunting, banking crisis, blizzard, blockade, boundary
        dispute, boycott, canal boom, cattle plague, ceasefire, census, cholera outbreak, cold summer, colliery
        strike, comet year, coronation, cyclone, dock strike, drought, earthquake, eclipse, election riot, embargo,
        epidemic, exhibition, explosion, famine, festival, fever epidemic, fire, flood, frost, gold rush, grain riot,
        great storm, guild war, gunpowder accident, hailstorm, harvest failure, herring season, heatwave, horse fair,
        hunger march, hurricane, inquest, invasion, jubilee, land reform, land rush, landslide, law reform, locust
        swarm, long winter, lottery, mutiny, naval review, occupation, opening ceremony, pageant, parish quarrel,
        peasant rising, pilgrimage, plague, postal strike, potato blight, price war, procession, public inquiry, rail
        crash, rebellion, rebuilding, regatta, rent strike, restoration, revolt, royal visit, salt tax, scandal,
        siege, smallpox year, smuggling trial, spring tide, storm surge, succession dispute, sugar crisis, survey, tax
        revolt, tempest, tidal wave, trade fair, treaty talks, trial, truce, typhoid outbreak, uprising, volcanic
        eruption, wage dispute, war scare, water shortage, wedding, whaling season, wildfire, wool crash"""),
    "group": _parse_pool("""
        agricultural college, Antiquarian Club, art school, benefit society, board of trade, botanical garden, brass
        band, bishopric, canal company, cathedral chapter, chamber of commerce, charity board, choral society, city
        archive, civic trust, coastguard, college of surgeons, convent, corn merchants, county council, cricket club,
        debating society, diocese, drainage board, electric company, farmers' union, ferry company, fire brigade,
        fishing fleet, folklore society, forestry office, gas company, geological survey, geographical society,
        governing council, grammar school, harbour board, health board, high court, historical commission,
        horticultural club, hydrographic office, insurance company, land registry, landowners' league, literary
        circle, lodge of masons, mercantile bank, merchant guild, mining company, ministry of works, missionary
        society, mountaineering club, national museum, natural history museum, naval academy, opera company, orphans'
        fund, parish council, pilots' association, police force, port authority, postal service, printers' union,
        prison service, provincial assembly, public library, radio orchestra, railway board, river authority, rowing
        club, royal household, savings bank, school of mines, seamen's mission, senate, society of engineers,
        steamship line, stock exchange, string quartet, tax office, teachers' college, temperance league, theatre
        company, tramway company, turnpike trust, university, village school, war ministry, water board, weavers'
        guild, weather office, wildlife trust, women's institute, yacht club, youth orchestra"""),
    "good": _parse_pool("""
        alum, amber, anvils, apples, barley, beeswax, beets, bells, blankets, boots, bottles, brandy, bricks, butter,
        buttons, candles, canvas, carpets, cattle, cement, charcoal, cheese, chestnuts, cider, clay pipes, cloth,
        coal, cobalt, coffee, copper, cordage, corks, cotton, cranberries, cutlery, dried cod, eels, eggs, feathers,
        felt, fertiliser, firewood, flax, flour, fruit, furs, geese, ginger, glass, gloves, glue, grain, granite,
        gravel, gunpowder, hats, hay, hazelnuts, hemp, herring, hides, honey, hops, horses, indigo, ink, iron ore,
        ivory, juniper, kelp, lace, lard, lead, leather, lemons, lime, linen, linseed oil, liquorice, livestock,
        machine parts, mackerel, madder, malt, marble, matches, millet, milk, mustard, mutton, nails, needles, oats,
        olives, onions, oysters, paper, parchment, peat, pearls, pepper, pewter, pigs, pitch, plums, porcelain,
        potash, potatoes, poultry, quicksilver, rags, resin, rice, rope, rosin, rubber, rum, rye, saffron, sailcloth,
        salmon, salt, saltpetre, sand, sheepskins, silk, silver, slate, soap, spices, sponges, steel, straw, sugar,
        sulphur, tallow, tar, tea, tiles, timber, tin, tobacco, turpentine, varnish, vinegar, walnuts, watches, wax,
        wheat, whisky, wine, wire, wool, yarn, zinc"""),
    "material": _parse_pool("""
        alabaster, ash wood, basalt, beech, black marble, blue slate, bronze, cast iron, cedar, chalk, cherry wood,
        clay, cob, concrete, copper, coral stone, dark oak, driftwood, dry stone, elm, fieldstone, fir, flint, glazed
        brick, granite, green sandstone, gritstone, ironstone, knapped flint, larch, lava stone, lead, lias, maple,
        mortar, mud brick, oak, oolite, pebbles, pine, pink granite, plaster, poplar, porphyry, pumice, quartzite, red
        brick, reed, river gravel, roughcast, rubble, sandstone, serpentine, shale, soapstone, spruce, stucco, teak,
        terracotta, tile, travertine, tufa, turf, walnut, wattle, whinstone, willow, wrought iron, yew, zinc sheet"""),
    "animal": _parse_pool("""
        adder, alpine hare, ant, badger, barn owl, bat, beaver, bittern, black grouse, bream, bullfinch, burbot,
        bustard, buzzard, carp, caddisfly, chaffinch, chamois, char, cormorant, corncrake, crane, crayfish, cricket,
        cuckoo, curlew, damselfly, deer, dormouse, dragonfly, dunlin, eagle, eel, egret, elk, falcon, field vole,
        firefly, flounder, fox, frog, gannet, goldcrest, goshawk, grayling, grebe, greenshank, gull, harvest mouse,
        hawk moth, hedgehog, heron, hobby, hoopoe, ibex, jackdaw, jay, kestrel, kingfisher, kite, lamprey, lapwing,
        leech, limpet, lizard, loach, lynx, marmot, marten, mayfly, merlin, minnow, mole, mosquito, muskrat, mussel,
        newt, nightjar, nuthatch, osprey, otter, oystercatcher, partridge, perch, pike, pine beetle, plover, polecat,
        porpoise, puffin, quail, raven, redstart, roach, roe deer, ruff, salamander, sand lizard, sandpiper, seal,
        shrew, shrike, siskin, skylark, slow worm, smelt, snipe, spoonbill, squirrel, starling, stickleback, stoat,
        stonechat, stork, sturgeon, swallow, swift, tench, tern, thrush, toad, trout, turtle, vole, wagtail, warbler,
        water beetle, water shrew, weasel, whelk, whimbrel, wild boar, wildcat, wolf, wood mouse, woodcock,
        woodpecker, wren, wryneck, yellowhammer"""),
    "plant": _parse_pool("""
        alder, arnica, asphodel, aspen, avens, barberry, bedstraw, bellflower, bilberry, bindweed, bird cherry,
        bistort, blackthorn, bladderwort, bog cotton, bogbean, bracken, bramble, broom, bryony, buckthorn, bulrush,
        burdock, burnet, butterwort, campion, caraway, catchfly, celandine, chervil, chicory, cinquefoil, clover,
        coltsfoot, columbine, comfrey, cornflower, cowslip, crowberry, dock, dodder, dog rose, dogwood, duckweed,
        eelgrass, elder, eyebright, fescue, feverfew, figwort, fireweed, flag iris, foxglove, fritillary, gentian,
        germander, globeflower, gorse, gromwell, groundsel, harebell, hawthorn, hazel, heather, hellebore, hemlock,
        henbane, hogweed, holly, honeysuckle, hornbeam, horsetail, ivy, juniper, knapweed, knotgrass, ladder fern,
        larkspur, lichen, lily, liverwort, loosestrife, lovage, lupin, mallow, marigold, marjoram, meadowsweet,
        melick, milkwort, mint, mistletoe, monkshood, moonwort, mugwort, mullein, nettle, nightshade, orchid, oxlip,
        pansy, parsnip, pennywort, pimpernel, plantain, pondweed, poppy, primrose, privet, purslane, ragwort, rowan,
        rush, sage, samphire, sanicle, saxifrage, scabious, sedge, shield fern, sloe, sneezewort, soapwort, sorrel,
        speedwell, spurge, stitchwort, stonecrop, sundew, sweet gale, tansy, teasel, thistle, thrift, thyme, toadflax,
        tormentil, valerian, vetch, violet, water lily, whin, wild garlic, willowherb, wintergreen, woodruff,
        wormwood, yarrow"""),
    "colour": _parse_pool("""
        amber, ash-grey, black, blue, brick-red, bronze, buff, cherry-red, chestnut, cobalt, copper, coral, cream,
        crimson, dark green, dove-grey, ebony, emerald, flame-red, gold, green, hazel, indigo, ivory, lavender, lemon,
        lilac, madder, maroon, mauve, mustard, ochre, olive, orange, pale blue, pearl, pink, plum, purple, russet,
        rust-brown, saffron, sand, scarlet, sepia, silver, slate-blue, straw, tawny, turquoise, umber, vermilion,
        violet, white, wine-red, yellow"""),
    "instrument": _parse_pool("""
        accordion, alto flute, bagpipes, barrel organ, bass clarinet, bassoon, cello, celesta, church bells, cimbalom,
        clarinet, clavichord, concertina, contrabassoon, cornet, double bass, dulcimer, English horn, euphonium,
        fiddle, flute, French horn, glass harmonica, glockenspiel, gong, guitar, harmonium, harp, harpsichord,
        hurdy-gurdy, kettledrum, lute, mandolin, marimba, oboe, ocarina, organ, panpipes, piano, piccolo, psaltery,
        recorder, sackbut, saxophone, shawm, side drum, sitar, spinet, tambourine, theorbo, tin whistle, triangle,
        trombone, trumpet, tuba, viol, viola, violin, virginals, xylophone, zither"""),
    "rock": _parse_pool("""
        agate, amphibolite, andesite, anthracite, banded chert, bauxite, boulder clay, breccia, calcite, chalcedony,
        conglomerate, dacite, diorite, dolerite, dolomite, feldspar, flint, gabbro, gneiss, greywacke, gypsum,
        haematite, hornfels, jasper, laterite, lignite, magnetite, marl, mica schist, mudstone, obsidian, olivine,
        opal, peridotite, phyllite, quartz, quartzite, red marl, rhyolite, rock salt, serpentine, shale, siltstone,
        slate, syenite, talc, tuff, volcanic ash"""),
    "office": _parse_pool("""
        ambassador, attorney general, auditor, bishop, chairman, chancellor, chief engineer, chief justice, city
        architect, commissioner, consul, county treasurer, court painter, dean, deputy mayor, director, envoy, fleet
        commander, governor, harbour master, head gardener, head keeper, headmaster, inspector of mines, keeper of
        coins, king's printer, librarian, lord lieutenant, minister of trade, museum director, music master, party
        leader, paymaster, postmaster general, prefect, president, prior, privy councillor, provost, public
        prosecutor, quartermaster, regent, registrar, river warden, royal gardener, secretary, senator, speaker, state
        geologist, superintendent, town clerk, vice-consul, viceroy, warden"""),
    "document": _parse_pool("""
        account book, act of parliament, almanac, atlas, ballad, bill of sale, biography, birth register, boundary
        map, broadsheet, burial record, catalogue, census return, charter, chronicle, coastal chart, codex, court
        roll, deed, diary, dictionary, dispatch, drawing, encyclopedia, engraving, essay, estate map, field notebook,
        gazette, genealogy, grammar, guidebook, herbal, hymnal, indenture, inventory, land survey, law code, lease,
        ledger, letter, libretto, logbook, manifesto, manuscript, memoir, minute book, miscellany, newspaper, novel,
        pamphlet, parish register, passport, patent, petition, photograph, play, poem, postcard, price list,
        prospectus, psalter, ration book, rent roll, report, royal decree, sermon, ship's log, sketchbook, tax roll,
        telegram, testament, tithe map, town plan, travelogue, treatise, treaty, watercolour, will, woodcut"""),
    "work": _parse_pool("""
        auction house, barley harvest, barge traffic, basket weaving, beekeeping, bell casting, boatbuilding,
        bookbinding, brewing, brick making, cabinet making, candle making, canning, cattle breeding, charcoal burning,
        cheese making, cider pressing, clock making, coal mining, copper smelting, coopering, cotton spinning, dairy
        farming, distilling, dyeing, eel fishing, engraving, falconry, felt making, ferry service, flax growing,
        forestry, fruit growing, fur trapping, glass blowing, glove making, gold panning, hat making, herring fishery,
        hop growing, horse breeding, ice cutting, iron casting, kelp gathering, lace making, lead mining, lime
        burning, lock making, log driving, malting, market gardening, milling, nail making, net making, oyster
        dredging, paper making, peat cutting, pearl fishing, pig keeping, pilotage, pin making, poultry keeping,
        printing, quarrying, reed cutting, rope making, saddlery, salmon netting, salt boiling, sheep shearing,
        shipbuilding, silk weaving, silver mining, slate splitting, soap boiling, stone carving, straw plaiting, sugar
        refining, tanning, thatching, tile making, tin mining, tobacco curing, vine growing, wagon building, watch
        making, weaving, whaling, wine making, wool combing"""),
    "want": _parse_pool("""
        shortage, surplus, theft, import, loss, price, export, carriage, quality, taxation, storage, sale, smuggling,
        inspection, weighing, decline, rationing, unloading, marketing, purchase, adulteration, hoarding, bartering,
        auctioning, packing, grading, confiscation, sorting, transport, scarcity"""),
    "adverb": _parse_pool("""
        abruptly, accidentally, allegedly, annually, anonymously, apparently, bitterly, briefly, carefully,
        cautiously, cheaply, clumsily, collectively, conspicuously, deliberately, discreetly, eagerly, erroneously,
        eventually, famously, finally, formally, frequently, generously, gradually, grudgingly, hastily, illegally,
        immediately, independently, indirectly, informally, initially, intermittently, jointly, largely, legally,
        locally, loudly, mainly, mistakenly, narrowly, nearly, nominally, occasionally, officially, openly,
        originally, partly, patiently, periodically, permanently, personally, politely, posthumously, privately,
        promptly, provisionally, publicly, quietly, rapidly, rarely, regularly, reluctantly, repeatedly, reportedly,
        sadly, secretly, seldom, separately, severely, silently, skilfully, slowly, solemnly, stubbornly,
        subsequently, successfully, suddenly, systematically, temporarily, thoroughly, traditionally, unexpectedly,
        unofficially, unwillingly, usually, vigorously, widely, wrongly"""),
    "vessel": _parse_pool("""
        barge, barque, brig, brigantine, bulk carrier, cable layer, cargo liner, car ferry, caravel, clipper, coal
        hulk, coaster, collier, corvette, cutter, destroyer, dredger, drifter, fire boat, fishing smack, frigate,
        galleon, gunboat, hopper barge, hospital ship, icebreaker, ironclad, ketch, lighter, lightship, lugger, mail
        steamer, minesweeper, oil tanker, packet boat, paddle steamer, passenger liner, pilot boat, prison hulk,
        research vessel, salvage tug, schooner, sealing ship, sloop, steam yacht, survey ship, training ship, trawler,
        troopship, tugboat, whaler, wooden yawl"""),
    "person_noun": _parse_pool("""
        aunt, brother, brother-in-law, business partner, childhood friend, cousin, daughter, eldest son,
        father-in-law, former pupil, former rival, godfather, grandfather, grandmother, great-uncle, half-sister,
        heir, mother, neighbour, nephew, niece, only daughter, patron, second wife, sister, sister-in-law, stepfather,
        stepson, successor, teacher, tutor, twin brother, uncle, ward, widow, youngest son"""),
    "topic": _parse_pool("""
        alchemy, anatomy, animal breeding, arithmetic, ballistics, banking, bee diseases, bell ringing, bookkeeping,
        botany, bridge design, calendars, canal finance, canon law, carpentry, chess, church music, coinage, colour
        theory, comets, cookery, cryptography, dialects, drainage, dreams, dyes, earthquakes, embroidery, etching,
        etiquette, falconry, ferns, field medicine, fireworks, folk tales, fortification, fossils, gardening,
        genealogy, geometry, glaciers, glazes, grafting, grammar, handwriting, heraldry, horse racing, hydraulics,
        irrigation, land tenure, lens grinding, lichens, lighthouses, logic, longitude, magnetism, map projection,
        marriage law, medicine, meteorites, midwifery, mirrors, mosses, mushrooms, musical tuning, navigation, number
        theory, optics, organ building, ornament, palm trees, pensions, perspective, pest control, philosophy, place
        names, poisons, poor relief, porcelain, prison reform, prosody, public health, rainfall, rhetoric, runes, sea
        shells, seismology, sheep farming, shorthand, signal flags, soil chemistry, spectroscopy, stained glass,
        statistics, stenography, sundials, surgery, tariffs, taxidermy, telegraphy, tides, town planning, typography,
        vaccination, ventilation, volcanoes, voting systems, watermarks, weather signs, weights and measures, whaling,
        wood turning"""),
    "region": _parse_pool("""
        northern, southern, eastern, western, central, upper, lower, coastal, inland, north-western, south-eastern,
        north-eastern, south-western, outer, inner, hill, forest, border, island, lowland, highland, harbour,
        mountain, river"""),
    "number_word": _parse_pool("""
        two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen,
        seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, sixty, ninety"""),
    "ordinal": _parse_pool("""
        second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, fourteenth, fifteenth,
        sixteenth, twentieth"""),
    "month": _parse_pool("""
        January, February, March, April, May, June, July, August, September, October, November, December"""),
    "key": _parse_pool("""
        A major, A minor, B minor, B-flat major, C major, C minor, C-sharp minor, D major, D minor, E major, E minor,
        E-flat major, F major, F minor, F-sharp minor, G major, G minor, A-flat major"""),
    "form": _parse_pool("""
        ballad, ballet, barcarolle, bolero, canon, cantata, caprice, chaconne, chorale, concerto, divertimento, duet,
        elegy, fanfare, fantasia, fugue, gavotte, hymn, impromptu, lament, lullaby, madrigal, march, mass, mazurka,
        minuet, motet, nocturne, nonet, octet, opera, operetta, oratorio, overture, partita, passacaglia, pastorale,
        polka, prelude, psalm setting, quartet, quintet, requiem, rhapsody, romance, rondo, saraband, scherzo, septet,
        serenade, sextet, sonata, song cycle, suite, symphony, tango, tarantella, toccata, tone poem, trio, variation
        set, waltz"""),
    "picture": _parse_pool("""
        altarpiece, aquatint, battle scene, caricature, cartoon, chalk drawing, charcoal study, copperplate, double
        portrait, drawing in ink, enamel, engraving, equestrian portrait, etching, fan painting, flower piece, fresco,
        genre scene, gouache, group portrait, harbour view, hunting scene, icon, interior, landscape, linocut,
        lithograph, marine painting, mezzotint, miniature, monotype, mosaic, mural, night piece, nude, oil sketch,
        panel, panorama, pastel, pen drawing, portrait, poster, river view, screen, self-portrait, silhouette, still
        life, street scene, tapestry design, tempera panel, triptych, vanitas, watercolour, winter scene, woodcut"""),
    "press": _parse_pool("""
        University Press, Historical Society, Academy Press, Museum, Antiquarian Society, Printing House, City
        Archive, Learned Society, Geographical Institute, National Library, Nautical Press, Field Club"""),
}
