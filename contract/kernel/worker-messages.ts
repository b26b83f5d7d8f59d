/** Message of the service worker to a page: `place` is the path of the screen that the person requested. */
export const OPEN_PLACE = 'OPEN_PLACE'

/** The path to which the system posts files that a person shares with the installed app (manifest share_target). */
export const SHARE_TARGET_PATH = '/share-target'
/** The field of that form (share_target.params.files of the manifest). */
export const SHARED_FIELD = 'files'
/** The screen that files them. The service worker passes the id of the held files in `SHARED_PARAM`. */
export const SHARED_FILE_PATH = '/shared-file'
export const SHARED_PARAM = 'held'
/** Requests the files that the service worker holds under `id`; it returns them only once. */
export const TAKE_FILES = 'TAKE_FILES'
