import { Button, Center } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SHELL_WORDS as WORDS } from '../words.ts'

/** The page of every path that the route table does not know (spec 1 section 2). */
export function NotFound() {
  const navigate = useNavigate()
  return (
    <Center component="main" mih="100dvh">
      <EmptyState
        isPage
        title={WORDS.notFound}
        action={<Button onClick={() => void navigate('/dashboard')}>{WORDS.backHome}</Button>}
      />
    </Center>
  )
}
