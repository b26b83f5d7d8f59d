import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { theme } from '#src/app/theme/theme.ts'
import { useKeptFocus } from '#src/ui/dialog/use-kept-focus.ts'

// Screens load lazily, which is slow on a busy machine.
configure({ asyncUtilTimeout: 8_000 })

/** Renders with theme, dialogs, notifications and a router that starts at `path`. */
export function renderInApp(content: ReactNode, path = '/') {
  return render(
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <ModalsProvider>
        <MemoryRouter initialEntries={[path]}>
          {content}
          <ShownPath />
          <KeptFocus />
        </MemoryRouter>
        <Notifications />
      </ModalsProvider>
    </MantineProvider>,
  )
}

/** As the application mounts it, around every page. */
function KeptFocus() {
  useKeptFocus()
  return null
}

/** Shows the router's present location, for tests to read. */
function ShownPath() {
  const { pathname, search } = useLocation()
  return <output aria-label="path">{`${pathname}${search}`}</output>
}
