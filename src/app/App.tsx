import { MantineProvider } from '@mantine/core'
import { BrowserRouter } from 'react-router-dom'
import { AppRoutes } from './AppRoutes.tsx'
import { surfaceVariables, theme } from './theme/theme.ts'
import './theme/base-styles.ts'

/** Theme and router around the routes; what only signed-in people need loads with the frame. */
export function App() {
  return (
    <MantineProvider theme={theme} forceColorScheme="dark" cssVariablesResolver={surfaceVariables}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </MantineProvider>
  )
}
