import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Draws a piece inside the providers that the shell gives it. */
export function renderInShell(node: ReactNode) {
  return render(node, {
    wrapper: ({ children }) => (
      <MantineProvider forceColorScheme="dark" env="test">
        <ModalsProvider>{children}</ModalsProvider>
      </MantineProvider>
    ),
  })
}
