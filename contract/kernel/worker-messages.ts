/** What the service worker says to a page: `place` is the path of a screen that its person asked for. */
export const OPEN_PLACE = 'OPEN_PLACE'

/** Where the system posts files that a person shares with the installed app (share_target of the manifest). */
export const SHARE_TARGET_PATH = '/share-target'
/** The field of that form (share_target.params.files of the manifest). */
export const SHARED_FIELD = 'files'
/** The screen that files them. The service worker names in `SHARED_PARAM` which ones it holds. */
export const SHARED_FILE_PATH = '/shared-file'
export const SHARED_PARAM = 'held'
/** Asks the service worker for the files that it holds under `id`; they are given out once. */
export const TAKE_FILES = 'TAKE_FILES'
