import type { FormContent } from './form-content.ts'

/**
 * The languages of a form's fixed words: English, those that the product's dictation offers, and Arabic.
 */
export const FORM_LANGUAGES = ['en', 'ar', 'es', 'fr', 'hi', 'it', 'pt'] as const
export type FormLanguage = (typeof FORM_LANGUAGES)[number]

/** Letters of Urdu and Persian that Arabic does not use. */
const NOT_ARABIC = /[\u0679\u067e\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2]/u
/** Letters and words of Marathi and Nepali that Hindi does not use. */
const NOT_HINDI = /ळ|(^|[^\p{L}\p{M}])(आहे|आहेत|आणि|नाही|छ|छैन|हुन्छ|तपाईं)(?![\p{L}\p{M}])/u

/** Short words of languages in Latin letters, including ones that we lack, so that these are not mistaken for ours. */
const SMALL_WORDS = {
  es: 'el los las del y o una con para por usted su sus está tiene ha alguna algún estoy mí sí que acuerdo',
  fr: 'le les des du et ou une avec pour par vous votre vos êtes avez est je ai moi oui dans sur au aux cette',
  it: 'il lo gli del della dei di e o una con per lei suo sua è ha sono che nel sul questo questa sì',
  pt: 'o os as do da dos das e ou uma com para por você seu sua está tem não sim estou que no na algum alguma',
  de: 'der die das den dem des und oder ein eine mit für sie ihr ihre ist sind haben nicht ich zu von',
  en: 'the a an and or of with for you your are is have has i to in do does any which not',
  nl: 'de het een en of van met voor u uw bent is heeft hebt niet ik dat die op',
} as const
type Latin = keyof typeof SMALL_WORDS

const WORDS_OF = new Map(
  Object.entries(SMALL_WORDS).map(([language, words]) => [language as Latin, new Set(words.split(' '))]),
)
/** Fewer matches than this are chance. */
const WORDS_LEAST = 2

/**
 * The language of a text, if it is one that we have words for; undefined for every other language and for a text too
 * short to tell. A wrong guess would mix two foreign languages on one page, so doubt is undefined.
 */
export function findLanguage(text: string): FormLanguage | undefined {
  if (/\p{Script=Devanagari}/u.test(text)) return NOT_HINDI.test(text) ? undefined : 'hi'
  if (/\p{Script=Arabic}/u.test(text)) return NOT_ARABIC.test(text) ? undefined : 'ar'
  return findLatin(text)
}

/** The language of a form's other words, if it is one that we have words for. */
export function findSecondLanguage({ name_slang, questions }: FormContent): FormLanguage | undefined {
  const texts = questions.flatMap(({ ques_slang, ans_options_slang }) => [ques_slang, ans_options_slang])
  return findLanguage([name_slang, ...texts].join(' '))
}

function findLatin(text: string): FormLanguage | undefined {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])
  const scores = [...WORDS_OF].map(([language, small]) => ({
    language,
    score: [...words].filter((word) => small.has(word)).length,
  }))
  const [best, next] = scores.toSorted((a, b) => b.score - a.score)
  if (!best || best.score < WORDS_LEAST || best.score === next?.score) return undefined
  return FORM_LANGUAGES.find((language) => language === best.language)
}
