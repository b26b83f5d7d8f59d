import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { wordsFilter } from '#src/ui/words-filter.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

/** Text, secondary text, borders and the three surfaces, light to dark; secondary text keeps 4.5:1 on `raised`. */
const dark: MantineColorsTuple = [
  '#e1e6eb',
  '#c5ccd5',
  '#a3aeba',
  '#93a0ad',
  '#36414d',
  '#252e38',
  '#1b2229',
  '#12171c',
  '#0d1115',
  '#090c0f',
]

/** The only accent colour: the cyan of a light box. */
const accent: MantineColorsTuple = [
  '#e2f7f9',
  '#c6eaee',
  '#9adbe2',
  '#6ccad4',
  '#52bfca',
  '#38adb9',
  '#2496a3',
  '#178390',
  '#0f7380',
  '#0a5f6a',
]

/** Always dark (docs/people.md#modules). Small type and tight spacing: the screens are tables, read for hours. */
export const theme = createTheme({
  colors: { dark, accent },
  primaryColor: 'accent',
  primaryShade: 8,
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  // Devanagari and Arabic look the same on every machine; Frame.tsx and the patients' pages load their fonts.
  fontFamily:
    "'Inter', 'Readroom Devanagari', 'Readroom Arabic', system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Roboto, sans-serif",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: { styles: { root: { backgroundColor: 'var(--surface-panel)' } } },
    Alert: {
      // A coloured bar beside the text: a filled box is too bright in a dark room.
      styles: (_: unknown, { color = 'accent' }: { color?: string }) => ({
        root: {
          backgroundColor: 'var(--surface-raised)',
          border: '1px solid var(--surface-border)',
          borderInlineStart: `3px solid var(--mantine-color-${color}-5)`,
        },
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
        icon: { color: `var(--mantine-color-${color}-4)` },
      }),
    },
    // Closed at once: a dialog that is still fading covers the others and swallows the key meant for them.
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': WORDS.close },
        transitionProps: { transition: 'fade-down', duration: 200, exitDuration: 0 },
      },
    },
    Drawer: {
      defaultProps: {
        closeButtonProps: { 'aria-label': WORDS.close },
        transitionProps: { duration: 200, exitDuration: 0 },
      },
    },
    // Like every list of the app: words in any order.
    Select: { defaultProps: { filter: wordsFilter } },
    MultiSelect: { defaultProps: { filter: wordsFilter } },
    // The placeholder is a child that the role "menu" does not allow.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': WORDS.close } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 320 } },
  },
})

/** The surfaces by name: page < panel < raised, and the border, one step lighter than what it encloses. */
export const surfaceVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    '--surface-page': 'var(--mantine-color-dark-7)',
    '--surface-panel': 'var(--mantine-color-dark-6)',
    '--surface-raised': 'var(--mantine-color-dark-5)',
    '--surface-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': '#ff8f8f',
  },
})
