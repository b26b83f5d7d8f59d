/** Words of the settings hub (docs/masters.md#who-sees-which-tile). */
export const HUB_WORDS = {
  title: 'Masters',
  subtitle: 'Settings and reference data of the centre, in one place.',
  filter: 'Find a setting',
  nothing: 'No setting has this name',
  nothingHint: 'Try another word.',
  showAll: 'Show all',
  unknown: 'There is no such setting',
  unknownHint: 'There is no settings page at this address.',
  toHub: 'All settings',
  normal: 'Normal',
  critical: 'Critical',
  kinds: 'Kind of tag',
  everybodys: 'This shortcut is shared. Only your administrator can change it.',
  fixedColour: 'Critical tags have one colour.',
} as const
