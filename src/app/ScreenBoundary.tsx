import { Button, Group } from '@mantine/core'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ScreenLoadError } from './lazy-screen.tsx'
import { SHELL_WORDS as WORDS } from './words.ts'

export interface ScreenBoundaryProps {
  children: ReactNode
}

interface ScreenBoundaryState {
  error: Error | undefined
}

/** Keeps a crashed screen from taking down the frame, and text typed elsewhere. Keyed by the route. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: undefined }

  static getDerivedStateFromError(error: Error): ScreenBoundaryState {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A screen stopped working', error, info.componentStack)
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const isNotLoaded = error instanceof ScreenLoadError
    return (
      <EmptyState
        isPage
        title={WORDS.screenFailed}
        hint={isNotLoaded ? WORDS.screenNotLoaded : WORDS.screenFailedKept}
        action={
          <Group>
            {!isNotLoaded && (
              <Button variant="default" onClick={() => this.setState({ error: undefined })}>
                {WORDS.retry}
              </Button>
            )}
            <Button onClick={() => location.reload()}>{WORDS.reload}</Button>
          </Group>
        }
      />
    )
  }
}
