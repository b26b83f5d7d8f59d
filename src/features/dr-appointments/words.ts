/** Words of the clinic doctors' board (docs/visits.md#doctors-board). */
export const BOARD_WORDS = {
  title: 'Dr. Appointments',
  doctor: 'Doctor',
  allDoctors: 'All doctors',
  locked: 'You see your own patients.',
  date: 'Date',
  columns: { next: 'Next Patients', completed: 'Completed', all: 'All Patients' },
  none: {
    next: 'Nobody is waiting.',
    completed: 'No patient is completed yet.',
    all: 'No appointments on this day.',
  },
  open: (name: string) => `Open the visit of ${name}`,
  onDevice: 'On this device',
  fromDevice: 'Offline: data on this device.',
  unread: 'The appointments could not be read',
  offlineDay: 'This day is not on this device',
  offlineDayHint: 'It opens once there is a network.',
} as const
