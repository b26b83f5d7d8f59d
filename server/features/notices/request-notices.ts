import { type NoticeContext, planNotice } from './plan-notice.ts'

/** Plans the notice of an appointment request from a patient or a hospital's system. */
export const noticeRequested = (work: NoticeContext, requestId: string): Promise<void> =>
  planNotice(work, { event: 'Apointment_Request', recordId: requestId, visitId: null, version: '1' })
