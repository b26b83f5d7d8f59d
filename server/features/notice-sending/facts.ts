import type { Language } from '#domain/language/languages.ts'
import type { MessageChannel } from '#domain/message/channels.ts'
import type { NoticeContact, NoticeReason, TellChoice } from '#domain/message/decide-notice.ts'
import { EVENT_RULES, type NoticeEvent, type NoticeRecord } from '#domain/message/notice-events.ts'
import type { NotificationPlaceholder } from '#domain/message/notification.ts'
import type { Tx } from '#server/kernel/context.ts'
import { followUpFacts } from './follow-up-facts.ts'
import { reportLinkFacts } from './report-link-facts.ts'
import { requestFacts } from './request-facts.ts'
import { studyFacts } from './study-facts.ts'
import { visitFacts } from './visit-facts.ts'

/** The columns of a due notice that are needed to read its record. */
export interface DueNotice {
  client_id: string
  record_id: string
  event: NoticeEvent
  version: string
  channel: MessageChannel
}

/** Values for the placeholders of a text; unknown ones are absent. */
export type NoticeValues = Partial<Record<NotificationPlaceholder, string>>

/** The facts from a notice's record at the moment of sending. */
export interface NoticeFacts {
  untrue: NoticeReason | undefined
  zone: string
  start: Date | undefined
  contact: NoticeContact
  /** The patient's choice for the notice's channel. */
  choice: TellChoice
  /** The language that the patient is addressed in. */
  language: Language
  /** The values of the placeholders, with days and words in a language. */
  valuesIn: (language: Language) => NoticeValues
  patientId: string | null
  studyId: string | null
  /** How long a due notice waits, if the reason against it may be temporary. */
  holdUntil?: Date | undefined
  /** When the patient requested it, for notices that reply to a request. */
  askedOn?: Date
  /** When the study's activation for the patient ends, if that also ends the link. */
  activeUntil?: Date | undefined
}

/** The record is not available now but may come back; the notice is then checked again. */
export interface AwayFacts {
  awayUntil: Date
}

type Read = Promise<NoticeFacts | AwayFacts | undefined>

const READERS: Record<NoticeRecord, (tx: Tx, notice: DueNotice, now: Date) => Read> = {
  request: requestFacts,
  visit: visitFacts,
  study: studyFacts,
  follow_up: followUpFacts,
}

/** Reads the current facts of a notice; returns undefined if its record is permanently gone. */
export const readFacts = (tx: Tx, notice: DueNotice, now: Date): Read =>
  notice.event === 'Report_Link'
    ? reportLinkFacts(tx, notice, now)
    : READERS[EVENT_RULES[notice.event].record](tx, notice, now)
