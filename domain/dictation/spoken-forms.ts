import type { CommandPosition, SpokenForm, SpokenForms, VoiceCommand } from './commands.ts'
import { ENGLISH } from './forms/english.ts'
import { FRENCH } from './forms/french.ts'
import { HINDI } from './forms/hindi.ts'
import { ITALIAN } from './forms/italian.ts'
import { PORTUGUESE } from './forms/portuguese.ts'
import { SPANISH } from './forms/spanish.ts'
import type { SpokenLanguage } from './languages.ts'

const OWN: Record<SpokenLanguage, SpokenForms> = {
  en: ENGLISH,
  fr: FRENCH,
  it: ITALIAN,
  hi: HINDI,
  pt: PORTUGUESE,
  es: SPANISH,
}

/** A spoken form split into words as `spokenKey` spells them. */
export interface FormToMatch extends SpokenForm {
  keys: readonly string[]
}

const COMBINING = /[\u0300-\u036f]/gu

/**
 * A word normalised for comparison: no case, no Latin accents, no punctuation that an engine adds. Signs of
 * other scripts stay: in Hindi they are the vowels.
 */
export function spokenKey(word: string): string {
  return word
    .normalize('NFD')
    .replace(COMBINING, '')
    .normalize('NFC')
    .replaceAll('’', "'")
    .toLowerCase()
    .replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
}

/** Every form that applies to this language, longest first: `delete right` is not `delete`. */
export function formsOf(language: SpokenLanguage): readonly FormToMatch[] {
  return FORMS[language]
}

/** How to say a command, for a person to learn: the first of the language's own forms. */
export function sayingOf(command: VoiceCommand, language: SpokenLanguage): SpokenForm | undefined {
  return listForms(OWN[language]).find((form) => form.command === command)
}

// Doctors use the English commands in any language; a single English word may be a word of the other language.
function withEnglish(language: SpokenLanguage): FormToMatch[] {
  const english = listForms(ENGLISH).filter((form) => language === 'en' || form.keys.length > 1)
  const own = language === 'en' ? [] : listForms(OWN[language])
  return [...own, ...english].sort((a, b) => b.keys.length - a.keys.length)
}

function listForms(forms: SpokenForms): FormToMatch[] {
  return (Object.entries(forms) as [CommandPosition, SpokenForms[CommandPosition]][]).flatMap(
    ([place, byCommand = {}]) =>
      (Object.entries(byCommand) as [VoiceCommand, readonly string[]][]).flatMap(([command, spoken]) =>
        spoken.map((words) => ({ words, command, place, keys: words.split(' ').map(spokenKey) })),
      ),
  )
}

const FORMS: Record<SpokenLanguage, readonly FormToMatch[]> = {
  en: withEnglish('en'),
  fr: withEnglish('fr'),
  it: withEnglish('it'),
  hi: withEnglish('hi'),
  pt: withEnglish('pt'),
  es: withEnglish('es'),
}
