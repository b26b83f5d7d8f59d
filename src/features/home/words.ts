/** Words of the home screen (docs/screens.md#the-shell). */
export const HOME_WORDS = {
  title: 'Dashboard under construction',
  welcome: (name: string) => `Welcome, ${name}.`,
  shortcuts: 'What you can open',
  noShortcuts: 'Your role opens no screen yet. Ask an administrator of your centre.',
} as const
