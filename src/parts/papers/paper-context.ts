import type { BranchItem } from '#contract/calls/directory.ts'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { LANGUAGE_FACTS, type Language } from '#domain/language/languages.ts'
import { formatMoney, type MoneyFormat } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import type { DayText } from '#domain/time/zones.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { DeskLanguage, DeskPaper, DeskSheet } from '#src/workers/pdf-client.ts'
import type { PaperWords } from './words/en.ts'

export type Company = OutputOf<typeof visitCalls.companyDetail>['result']

/** The context of a branch's papers. */
export interface BranchContext {
  /** Undefined if this device has never loaded it: the branch is shown instead. */
  company: Company | undefined
  /** Key of the company's logo among the pictures. */
  logoId: string | undefined
  branch: BranchItem | undefined
  /** The branch's zone, used for the paper's times. */
  zone: string
  money: MoneyFormat
  sheet: DeskSheet
  withLetterhead: boolean
  deviceName: string
  /** Content of the QR code with which the patient requests the report; undefined if the paper shows none. */
  reportCodeUrl: string | undefined
  now: Date
}

/** The context that every paper needs besides its record. */
export interface PaperContext extends BranchContext {
  /** The language of the papers that a patient gets, and their words in it. */
  language: Language
  words: PaperWords
}

/**
 * Formatters of a paper in its language, in the session's locale and decimals and the branch's time zone. An amount is
 * written as in English, in Hindi and Arabic always with Western figures.
 */
export function paperTexts({ money: given, zone, language }: PaperContext) {
  const money = language === 'en' ? given : { ...given, locale: westernLocale(given.locale) }
  const dates = datesIn(language)
  const dayOf = (instant: string): DayText => dayAt(new Date(instant), zone)
  return {
    money: (amount: number) => formatMoney(amount, money),
    minor: (minor: number) => formatMoney(fromMinor(minor, money.decimals), money),
    day: dates.day,
    date: (instant: string) => dates.day(dayOf(instant)),
    dateTime: (instant: string) => dates.dateTime(new Date(instant), zone),
    dayOf,
  }
}

const westernLocale = (locale: string) => new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()

/** Returns the language of a patient's paper, with the words that the renderer adds. */
export function deskLanguageOf({ language, words }: PaperContext): DeskLanguage {
  const { pageOf, logo, code } = words
  return {
    tag: language,
    direction: LANGUAGE_FACTS[language].dir,
    pageOf: pageOf('{page}', '{pages}'),
    logo,
    code,
  }
}

/** Returns the frame of a paper: its sheet, letterhead or blank strips. */
export function sheetOf(
  { sheet, branch, withLetterhead, now }: BranchContext,
  hasPrePrinted: boolean,
): Pick<DeskPaper, 'sheet' | 'createdAt' | 'strips' | 'letterhead'> {
  const { header_file_id: header, footer_file_id: footer } = branch ?? {}
  const top = hasPrePrinted ? (branch?.invoice_print_margin_top ?? 0) : 0
  const bottom = hasPrePrinted ? (branch?.invoice_print_margin_bottom ?? 0) : 0
  const isHeaded = withLetterhead && (!!header || !!footer)
  return {
    sheet,
    createdAt: now,
    strips: { top, bottom },
    ...(isHeaded && {
      letterhead: { ...(header && { headerImageId: header }), ...(footer && { footerImageId: footer }) },
    }),
  }
}
