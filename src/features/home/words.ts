/** Words of the home screen (spec 1 section 2). */
export const HOME_WORDS = {
  title: 'Dashboard under construction',
  welcome: (name: string) => `Welcome, ${name}.`,
  shortcuts: 'What you can open',
  noShortcuts: 'Your role opens no screen yet. Ask an administrator of your centre.',
  patient: 'Your studies and bookings will stand here. Until then the centre sends you your results.',
  referrer: 'My Patients is not built yet. Until then the centre sends you the reports of your patients.',
} as const
