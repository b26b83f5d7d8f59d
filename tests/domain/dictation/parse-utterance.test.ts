import { array, assert as check, constantFrom, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { type DictationStep, VOICE_COMMANDS } from '#domain/dictation/commands.ts'
import {
  DICTATION_LANGUAGES,
  isDictationLanguage,
  SPOKEN_LANGUAGES,
  type SpokenLanguage,
  spokenLanguage,
  tagsOfLanguage,
} from '#domain/dictation/languages.ts'
import { parseUtterance } from '#domain/dictation/parse-utterance.ts'
import { formsOf, sayingOf } from '#domain/dictation/spoken-forms.ts'

/** Writes steps as one line: words unchanged, commands in angle brackets. */
const spell = (steps: readonly DictationStep[]) =>
  steps.map((step) => (step.kind === 'text' ? step.text : `<${step.command}>`)).join(' ')

const CASES: readonly (readonly [SpokenLanguage, string, string])[] = [
  // Each word of the spec alone.
  ['en', 'go to last', '<goToLast>'],
  ['en', 'space', '<space>'],
  ['en', 'full stop', '<fullStop>'],
  ['en', 'bracket open', '<bracketOpen>'],
  ['en', 'bracket close', '<bracketClose>'],
  ['en', 'question mark', '<questionMark>'],
  ['en', 'comma', '<comma>'],
  ['en', 'heading', '<heading>'],
  ['en', 'bold', '<bold>'],
  ['en', 'italic', '<italic>'],
  ['en', 'underline', '<underline>'],
  ['en', 'new line', '<newLine>'],
  ['en', 'new paragraph', '<newParagraph>'],
  ['en', 'delete', '<delete>'],
  ['en', 'delete right', '<deleteRight>'],
  ['en', 'align left', '<alignLeft>'],
  ['en', 'align center', '<alignCenter>'],
  ['en', 'align centre', '<alignCenter>'],
  ['en', 'align right', '<alignRight>'],
  ['en', 'undo', '<undo>'],
  ['en', 'redo', '<redo>'],
  // Capitals and punctuation of the engine.
  ['en', 'New Paragraph.', '<newParagraph>'],
  ['en', ' FULL STOP ', '<fullStop>'],
  ['en', 'Bold,', '<bold>'],
  ['en', 'Undo. Undo.', '<undo> <undo>'],
  ['en', 'The lungs are clear. Full stop.', 'The lungs are clear <fullStop>'],
  ['en', 'The lungs are clear, new line', 'The lungs are clear <newLine>'],
  ['en', 'The lungs are clear. New paragraph. The heart', 'The lungs are clear. <newParagraph> The heart'],
  // In the middle of a sentence.
  ['en', 'the lungs are clear full stop no effusion', 'the lungs are clear <fullStop> no effusion'],
  [
    'en',
    'nodule bracket open 6 mm bracket close is seen',
    'nodule <bracketOpen> 6 mm <bracketClose> is seen',
  ],
  ['en', 'heading findings new line the liver', '<heading> findings <newLine> the liver'],
  ['en', 'full stop new paragraph bold impression', '<fullStop> <newParagraph> <bold> impression'],
  // Words of reports that are commands only in other contexts.
  ['en', 'narrowing of the disc space', 'narrowing of the disc space'],
  ['en', 'status post redo sternotomy', 'status post redo sternotomy'],
  ['en', 'during this period', 'during this period'],
  ['en', 'period', '<fullStop>'],
  ['en', 'delete delete', '<delete> <delete>'],
  ['en', 'a bold statement', 'a bold statement'],
  ['en', 'the heading of the vessel', 'the heading of the vessel'],
  ['en', 'underline the importance', '<underline> the importance'],
  ['en', 'clear full stop heading liver', 'clear <fullStop> <heading> liver'],
  ['en', 'the colon is normal', 'the colon is normal'],
  ['en', 'no mass in the colon', 'no mass in the colon'],
  ['en', 'colon', '<colon>'],
  [
    'en',
    'liver comma spleen comma and kidneys full stop',
    'liver <comma> spleen <comma> and kidneys <fullStop>',
  ],
  ['en', 'Impression, colon mark. Normal', 'Impression <colon> Normal'],
  ['es', 'paciente en coma', 'paciente en coma'],
  ['es', 'coma', '<comma>'],
  ['es', 'impresión dos puntos', 'impresión <colon>'],
  ['fr', 'deux points de fracture', 'deux points de fracture'],
  ['fr', 'foie virgule rate', 'foie <comma> rate'],
  ['hi', 'यकृत अल्पविराम प्लीहा', 'यकृत <comma> प्लीहा'],
  ['en', 'Boldly, the italicised stop', 'Boldly, the italicised stop'],
  // Punctuation separates words that form no command.
  ['en', 'The catheter is new. Line placement is good.', 'The catheter is new. Line placement is good.'],
  ['en', '', ''],
  ['en', '   ', ''],
  // In the words of the language, with and without accents, and in English within it.
  ['fr', 'pas de lésion point à la ligne le rein', 'pas de lésion <fullStop> <newLine> le rein'],
  ['fr', 'le point de fracture', 'le point de fracture'],
  ['fr', 'le tissu gras', 'le tissu gras'],
  ['fr', 'Nouveau paragraphe.', '<newParagraph>'],
  ['fr', 'fracture point d’interrogation', 'fracture <questionMark>'],
  ['fr', 'annuler', '<undo>'],
  ['fr', 'pas de lésion full stop', 'pas de lésion <fullStop>'],
  ['it', 'polmoni liberi punto a capo', 'polmoni liberi <fullStop> <newLine>'],
  ['it', 'il punto dolente', 'il punto dolente'],
  ['it', 'apri parentesi 6 mm chiudi parentesi', '<bracketOpen> 6 mm <bracketClose>'],
  ['it', 'a titolo comparativo', 'a titolo comparativo'],
  ['pt', 'novo paragrafo', '<newParagraph>'],
  ['pt', 'pulmões livres ponto final', 'pulmões livres <fullStop>'],
  ['es', 'nueva línea título', '<newLine> <heading>'],
  ['es', 'sin derrame punto nuevo párrafo', 'sin derrame <fullStop> <newParagraph>'],
  ['hi', 'फेफड़े साफ हैं पूर्ण विराम नई पंक्ति', 'फेफड़े साफ हैं <fullStop> <newLine>'],
  ['hi', 'हटाएं', '<delete>'],
  // A single English word may be a word of the language.
  ['fr', 'comma', 'comma'],
  ['it', 'bold', 'bold'],
]

test.each(CASES)('%s: "%s" is %s', (language, said, steps) => {
  expect(spell(parseUtterance(said, language))).toBe(steps)
})

test.each(SPOKEN_LANGUAGES)('every command can be said in %s', (language) => {
  const missing = VOICE_COMMANDS.filter(
    (command) => !formsOf(language).some((form) => form.command === command),
  )
  expect(missing).toEqual([])
})

test.each(SPOKEN_LANGUAGES)('every form in %s is understood as its command, and as no other', (language) => {
  for (const form of formsOf(language))
    expect(spell(parseUtterance(form.words, language)), form.words).toBe(`<${form.command}>`)
})

const WORDS =
  'the liver is normal in size, 6 mm. Doppler ratio (PSV) 3:1 T2/FLAIR no - x² है space redo'.split(' ')

test('words without a command come out as they went in', () => {
  check(
    property(
      array(constantFrom(...WORDS), { minLength: 1 }),
      constantFrom(...SPOKEN_LANGUAGES),
      (words, language) => {
        const said = `zz ${words.join('  ')}`
        expect(parseUtterance(said, language)).toEqual([{ kind: 'text', text: said.replaceAll(/ +/g, ' ') }])
      },
    ),
  )
})

test('no utterance loses a word: each unwritten word was a command or punctuation of the engine', () => {
  const word = constantFrom(...WORDS, 'full', 'stop', 'new', 'line', 'bold', 'bracket', 'open', 'delete')
  check(
    property(array(word, { maxLength: 12 }), (words) => {
      const steps = parseUtterance(words.join(' '), 'en')
      const written = steps.flatMap((step) => (step.kind === 'text' ? step.text.split(' ') : []))
      const commands = steps.length - steps.filter(({ kind }) => kind === 'text').length
      // The longest form has four words.
      expect(words.length - written.length).toBeLessThanOrEqual(commands * 4)
      let at = 0
      for (const one of written) {
        const found = words.findIndex((word, place) => place >= at && word.startsWith(one))
        expect(found, `${one} stands in its order`).toBeGreaterThanOrEqual(at)
        at = found + 1
      }
    }),
  )
})

test('any text is accepted', () => {
  check(
    property(stringMatching(/^[\s\S]{0,60}$/), constantFrom(...SPOKEN_LANGUAGES), (said, language) => {
      for (const step of parseUtterance(said, language))
        if (step.kind === 'text') expect(step.text).not.toBe('')
    }),
  )
})

test('each language of the list is spoken as its first two letters say, and asks a recogniser for that language', () => {
  for (const language of DICTATION_LANGUAGES) {
    expect(spokenLanguage(language)).toBe(language.slice(0, 2))
    for (const tag of tagsOfLanguage(language)) expect(tag.slice(0, 2)).toBe(language.slice(0, 2))
  }
  expect(tagsOfLanguage('en-UK')).toEqual(['en-GB'])
  expect(['en-UK', 'en-GB', '', null].map(isDictationLanguage)).toEqual([true, false, false, false])
})

test.each(SPOKEN_LANGUAGES)('the saying that is taught in %s is understood as its command', (language) => {
  for (const command of VOICE_COMMANDS) {
    const saying = sayingOf(command, language)
    if (saying) expect(spell(parseUtterance(saying.words, language))).toBe(`<${command}>`)
  }
  expect(VOICE_COMMANDS.filter((command) => !sayingOf(command, 'en'))).toEqual([])
})
