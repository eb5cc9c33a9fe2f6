//! Small numbers for the characters of a text: ASCII as it is, 128 for what the text does not have, then the others.

/// Numbers of characters, in an open table of twice their count.
#[derive(Debug, Default)]
pub struct Alphabet {
    /// Character and its number; 0 marks an empty slot (NUL is ASCII and never here).
    slots: Vec<(u32, u32)>,
    count: u32,
}

const ABSENT_CODE: u32 = super::ABSENT_BYTE as u32;

impl Alphabet {
    /// One more than the largest number.
    pub fn len(&self) -> usize {
        (ABSENT_CODE + 1 + self.count) as usize
    }

    /// Forgets all but ASCII.
    pub fn clear(&mut self) {
        if self.count > 0 {
            self.slots.fill((0, 0));
            self.count = 0;
        }
    }

    /// The number of a character of the text: `b` -> 98, the first that is not ASCII -> 129.
    pub fn find_or_add(&mut self, character: char) -> u32 {
        if character.is_ascii() {
            return character as u32;
        }
        if (self.count as usize + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let slot = self.find_slot(character);
        if self.slots[slot].0 == 0 {
            self.count += 1;
            self.slots[slot] = (character as u32, ABSENT_CODE + self.count);
        }
        self.slots[slot].1
    }

    /// The number of any character; 128 where the text does not have it.
    pub fn find_code(&self, character: char) -> u32 {
        if character.is_ascii() {
            return character as u32;
        }
        if self.count == 0 {
            return ABSENT_CODE;
        }
        self.slots[self.find_slot(character)].1.max(ABSENT_CODE)
    }

    /// Where a character is, or would be. There is always an empty slot, so the search ends.
    fn find_slot(&self, character: char) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = ((character as u32).wrapping_mul(0x9e37_79b1) >> 12) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != character as u32 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let before = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (character, number) in before.into_iter().filter(|slot| slot.0 != 0) {
            let slot = char::from_u32(character).map_or(0, |character| self.find_slot(character));
            self.slots[slot] = (character, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_keeps_its_number() {
        let mut alphabet = Alphabet::default();
        assert_eq!(
            "aé茶é".chars().map(|character| alphabet.find_or_add(character)).collect::<Vec<_>>(),
            [97, 129, 130, 129]
        );
        assert_eq!("é屋z".chars().map(|character| alphabet.find_code(character)).collect::<Vec<_>>(), [129, 128, 122]);
        alphabet.clear();
        assert_eq!((alphabet.find_code('é'), alphabet.len()), (128, 129));
    }

    #[test]
    fn every_character_of_the_world_has_its_own() {
        let mut alphabet = Alphabet::default();
        let all = || (128..0x20000).filter_map(char::from_u32);
        for (at, character) in all().enumerate() {
            assert_eq!(alphabet.find_or_add(character), 129 + at as u32);
        }
        assert!(all().enumerate().all(|(at, character)| alphabet.find_code(character) == 129 + at as u32));
    }
}
