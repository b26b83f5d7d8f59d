import { imagingCalls } from '#contract/calls/imaging.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isPageAddress } from '#domain/study/viewer-address.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import { IMAGES_WORDS as WORDS } from './words.ts'

type Viewable = Pick<StudyRow, 'viewer_url' | 'local_viewer_url'>

/** Returns why the images of a study cannot be opened now; undefined if they can. */
export function imagesReason(study: Viewable, isOnline = true): string | undefined {
  // The address comes from an image server's settings: open only pages, never a script.
  if (!isPageAddress(study.viewer_url) && !isPageAddress(study.local_viewer_url)) return WORDS.noViewer
  return isOnline ? undefined : WORDS.offline
}

/**
 * Opens the study in its viewer, in a new tab. The server provides the address: it knows whether the person is on site,
 * gets a token from the viewer if needed, and records that the images were opened. Shows failures.
 */
export async function openImages(study: Pick<StudyRow, 'study_id'>): Promise<void> {
  // Opened in the click itself: after the response the browser would treat it as a pop-up.
  const tab = openTab()
  if (!tab) {
    notifyError(WORDS.blocked, WORDS.failed)
    return
  }
  try {
    await leadTo(tab, study.study_id, 0)
  } catch (error) {
    tab.close()
    notifyError(error, WORDS.failed)
  }
}

/**
 * Works like openImages, but automatically when a report is opened: only if the client wants that
 * (auto_open_viewer_newtab). Does nothing once `signal` is aborted.
 */
export async function openImagesByItself(
  study: Pick<StudyRow, 'study_id'>,
  signal: AbortSignal,
): Promise<void> {
  const input = { study_id: study.study_id, auto: 1 as const }
  const { result } = await callApi(imagingCalls.openImagesUrl, input, { signal })
  if (signal.aborted || result.url === '') return
  const tab = openTab()
  if (tab) go(tab, result.url)
  else notifyError(WORDS.blocked, WORDS.failed)
}

async function leadTo(tab: Window, study_id: string, auto: 0 | 1): Promise<void> {
  const { result } = await callApi(imagingCalls.openImagesUrl, { study_id, auto })
  go(tab, result.url)
}

function go(tab: Window, url: string): void {
  if (!isPageAddress(url)) throw new Error(WORDS.badAddress)
  tab.location.replace(url)
}

function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return null
  // The viewer is a foreign site: it learns nothing about this page and cannot navigate it.
  tab.opener = null
  tab.document.title = WORDS.opening
  return tab
}
