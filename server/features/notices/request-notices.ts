import { type NoticeWork, planNotice } from './plan-notice.ts'

/** A request for an appointment came, from the patient or from a hospital's system. */
export const noticeRequested = (work: NoticeWork, requestId: string): Promise<void> =>
  planNotice(work, { event: 'Apointment_Request', recordId: requestId, visitId: null, version: '1' })
