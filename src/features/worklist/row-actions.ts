import type { StudyListFlag } from '#contract/calls/studies.ts'
import type { AccessSession } from '#domain/access/rules.ts'
import { SCREEN_RULES } from '#domain/access/screens.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { isSigned, isUnwritten } from '#domain/status/report-status.ts'
import type { StudyListRow } from '#src/sync/studies/use-study-list.ts'
import { WORKLIST_WORDS as WORDS } from './words.ts'

/** An action of a row: with a reason it is shown and disabled, and the reason says why. */
export interface RowAction {
  kind: 'open' | 'preview' | 'images'
  reason: string | undefined
}

/** Who looks at the list, how it is opened and whether the server answers. */
export interface ActionPlace {
  session: AccessSession & Pick<SessionFields, 'view_image_only'>
  flag: StudyListFlag
  isOnline: boolean
}

const REASONS = WORDS.reasons

function previewReason(row: StudyListRow, flag: StudyListFlag): string | undefined {
  if (flag === 'portal' && !row.is_active_for_patient) return REASONS.notActivated
  if (flag === 'portal' && !isSigned(row.status)) return REASONS.notReported
  return isUnwritten(row.status) ? REASONS.pending : undefined
}

function imagesReason(row: StudyListRow, { flag, isOnline }: ActionPlace): string | undefined {
  if (flag === 'portal' && !row.is_active_for_patient) return REASONS.notActivated
  // The address comes from an image server's settings: only pages are opened, never a script.
  if (!/^https?:\/\//i.test(row.viewer_url)) return REASONS.noViewer
  return isOnline ? undefined : REASONS.offline
}

/** True where a person opens the editor from this list: only a doctor writes reports (spec 3 section 6). */
export function canWrite({ session, flag }: Pick<ActionPlace, 'session' | 'flag'>): boolean {
  return flag !== 'portal' && session.view_image_only === 0 && SCREEN_RULES['/report/:studyId'](session)
}

/**
 * The actions of a row in their order (spec 3 section 2.1): the preview needs a report, the portal an activated
 * study, the viewer an address and the network; "view image only" leaves nothing but the images.
 */
export function actionsOf(row: StudyListRow, place: ActionPlace): RowAction[] {
  const images: RowAction = { kind: 'images', reason: imagesReason(row, place) }
  if (place.session.view_image_only === 1) return [images]
  const preview: RowAction = { kind: 'preview', reason: previewReason(row, place.flag) }
  const open: RowAction[] = canWrite(place) ? [{ kind: 'open', reason: undefined }] : []
  return [...open, preview, images]
}

export const reportPath = (studyId: string) => `/report/${studyId}`
