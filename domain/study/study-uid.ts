/**
 * The StudyInstanceUID of a service's examination, derived from its id (PS3.5 annex B.2: 2.25 and the UUID as one
 * decimal number), so that worklist, order to the machine and arriving study name the same study. At most 44 characters.
 */
export function studyUidOf(serviceId: string): string {
  return `2.25.${BigInt(`0x${serviceId.replaceAll('-', '')}`)}`
}
