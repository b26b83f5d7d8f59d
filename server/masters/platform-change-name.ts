/** Names the queue of platform-change-job.ts, for those who only add to it. */
export const ANNOUNCE_PLATFORM_CHANGE = 'masters/announce-platform-change'
