/** The reader's own time zone: what formats of domain/time are given on screens. */
export const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
