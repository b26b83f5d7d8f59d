export const CALENDAR_WORDS = {
  label: 'Appointments',
  free: (day: string, time: string) => `${day} ${time}, free`,
  past: (day: string, time: string) => `${day} ${time}, past`,
  event: (name: string, time: string, status: string, payment: string) =>
    `${name}, ${time}, ${status}, ${payment}`,
  vip: 'VIP',
  tentative: 'on this device',
  taken: 'Taken',
  pastDrop: 'Past',
  closed: 'Closed',
  now: 'Now',
  chosen: 'This appointment',
  stuck: (status: string) => `${status}: this appointment has begun or is over, and stays where it is.`,
  stuckBeyond: 'This day is older than this device keeps: you can view it but not change it.',
  hint: 'Arrow keys choose a slot, Enter books it.',
} as const
