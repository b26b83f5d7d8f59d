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

/** A notice whose time has come, as far as its record is looked at. */
export interface DueNotice {
  client_id: string
  record_id: string
  event: NoticeEvent
  version: string
  channel: MessageChannel
}

/** Values for the placeholders of a text; one that is not known is absent. */
export type NoticeValues = Partial<Record<NotificationPlaceholder, string>>

/** What the record of a notice says at the moment of sending. */
export interface NoticeFacts {
  untrue: NoticeReason | undefined
  zone: string
  start: Date | undefined
  contact: NoticeContact
  /** By the channel of the notice. */
  choice: TellChoice
  values: NoticeValues
  patientId: string | null
  studyId: string | null
  /** Until when it waits although it is due: what makes it needless now may not last. */
  holdUntil?: Date | undefined
  /** When the patient asked for it, where the event is an answer. */
  askedOn?: Date
  /** When the study's activation for the patient ends, where that ends the link. */
  activeUntil?: Date | undefined
}

/** The record cannot be looked at now and may come back: the notice is looked at again then. */
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

/** What is true of a notice now; undefined where its record is gone for good. */
export const readFacts = (tx: Tx, notice: DueNotice, now: Date): Read =>
  notice.event === 'Report_Link'
    ? reportLinkFacts(tx, notice, now)
    : READERS[EVENT_RULES[notice.event].record](tx, notice, now)
