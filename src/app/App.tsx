import { MantineProvider } from '@mantine/core'
import { useKeptFocus } from '#src/ui/dialog/use-kept-focus.ts'
import { AddressRouter } from './AddressRouter.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { surfaceVariables, theme } from './theme/theme.ts'
import './theme/base-styles.ts'

/** Theme and router around the routes; code that only signed-in people need loads with the frame. */
export function App() {
  useKeptFocus()
  return (
    <MantineProvider theme={theme} forceColorScheme="dark" cssVariablesResolver={surfaceVariables}>
      <AddressRouter>
        <AppRoutes />
      </AddressRouter>
    </MantineProvider>
  )
}
