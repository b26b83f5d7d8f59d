import type { ReactNode } from 'react'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { type LazyPart, lazyPart } from '#src/ui/lazy-part.tsx'
import type { RowActionKind } from '../acts/row-actions.ts'

/** The props of each row dialog: the study as the list currently shows it. */
export interface RowDialogProps {
  study: StudyListRow
  opened: boolean
  onClose: () => void
}

type RowDialogPart = (props: RowDialogProps) => ReactNode

const sendReport = async () => (await import('../send-report/SendReportDialog.tsx')).SendReportDialog

// Each dialog is loaded only when it is opened.
const lazyDialog = (load: () => Promise<RowDialogPart>) => lazyPart(async () => ({ default: await load() }))

/** The dialogs that a row's actions open. */
export const ROW_DIALOGS = {
  preview: lazyDialog(async () => {
    const { ReportPreview } = await import('#src/parts/report-preview/ReportPreview.tsx')
    return ({ study, ...dialog }) => <ReportPreview studyId={study.study_id} {...dialog} />
  }),
  details: lazyDialog(async () => {
    const { StudyDrawer } = await import('#src/parts/study-drawer/StudyDrawer.tsx')
    return ({ study, ...dialog }) => <StudyDrawer studyId={study.study_id} {...dialog} />
  }),
  comments: lazyDialog(async () => (await import('./CommentsDialog.tsx')).CommentsDialog),
  documents: lazyDialog(async () => {
    const { DocumentsDialog } = await import('#src/parts/documents/DocumentsDialog.tsx')
    return ({ study, ...dialog }) => <DocumentsDialog studyId={study.study_id} {...dialog} />
  }),
  assign: lazyDialog(async () => {
    const { AssignDoctorDialog } = await import('../assign-doctor/AssignDoctorDialog.tsx')
    return ({ study, ...dialog }) => <AssignDoctorDialog studies={[study]} {...dialog} />
  }),
  tags: lazyDialog(async () => (await import('./TagsDialog.tsx')).TagsDialog),
  activate: lazyDialog(
    async () => (await import('#src/parts/activate-study/ActivateStudyDialog.tsx')).ActivateStudyDialog,
  ),
  share: lazyDialog(async () => (await import('../share-study/ShareStudyDialog.tsx')).ShareStudyDialog),
  portal_access: lazyDialog(
    async () => (await import('#src/parts/portal-access/PortalAccessDialog.tsx')).PortalAccessDialog,
  ),
  resend: lazyDialog(sendReport),
  sent_out: lazyDialog(sendReport),
  ai_send: lazyDialog(async () => (await import('#src/parts/ai/AiSendDialog.tsx')).AiSendDialog),
  ai_result: lazyDialog(async () => (await import('./AiResultDialog.tsx')).AiResultDialog),
  link: lazyDialog(async () => (await import('../link-study/LinkStudyDialog.tsx')).LinkStudyDialog),
  edit_details: lazyDialog(
    async () => (await import('#src/parts/edit-study/EditStudyDialog.tsx')).EditStudyDialog,
  ),
  split: lazyDialog(
    async () => (await import('#src/parts/split-study/SplitStudyDialog.tsx')).SplitStudyDialog,
  ),
} as const satisfies Partial<Record<RowActionKind, LazyPart<RowDialogProps>>>

export type DialogKind = keyof typeof ROW_DIALOGS

export const opensDialog = (kind: RowActionKind): kind is DialogKind => kind in ROW_DIALOGS
