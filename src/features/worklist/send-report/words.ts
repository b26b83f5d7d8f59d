import type { DispatchRow } from '#contract/calls/integrations.ts'

/** Words for sending reports to other systems. */
export const SEND_REPORT_WORDS = {
  title: 'Reports sent out',
  list: 'Reports sent out',
  about: (name: string, description: string) => `${name} · ${description}`,
  nameless: 'No name',
  report: (no: number) => `Report ${no}`,
  kinds: { HL7: 'HL7', XML: 'XML' } satisfies Record<DispatchRow['kind'], string>,
  results: { F: 'Final', C: 'Correction' } satisfies Record<DispatchRow['result_status'], string>,
  states: { Waiting: 'Being sent', Sent: 'Sent', Failed: 'Not taken' } satisfies Record<
    DispatchRow['state'],
    string
  >,
  sentAt: (at: string) => `Sent ${at}`,
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  again: 'Send again',
  send: 'Send report',
  sendNo: (no: number) => `Send report ${no}`,
  orderStatuses: 'Order status to the sender of the order',
  sent: 'On its way',
  nothing: 'Nothing was sent yet',
  nothingHint: 'A report is sent automatically as soon as it is verified.',
  noWay: 'No address for HL7 or XML is set for this branch',
  noWayHint: 'An administrator enters it in the settings of the branch.',
  thirdParty: 'Third-party report',
  offline: 'Needs the network',
  notPermitted: 'Only people who may verify can send a report',
} as const
