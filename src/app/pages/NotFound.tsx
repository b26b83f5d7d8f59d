import { Button, Center } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { isSentLink } from '../pwa/sent-link.ts'
import { SHELL_WORDS as WORDS } from '../words.ts'

export interface NotFoundProps {
  /** The surrounding frame already is the page. */
  isInFrame?: boolean
}

/** The page for every path that is not in the route table, and for screens that the client has not bought. */
export function NotFound({ isInFrame = false }: NotFoundProps) {
  const navigate = useNavigate()
  // Pages opened by sent links do not register the service worker; a full load of the home page does.
  const leave = () =>
    isSentLink(location.pathname) ? location.assign('/dashboard') : void navigate('/dashboard')
  return (
    <Center component={isInFrame ? 'div' : 'main'} mih={isInFrame ? '60dvh' : '100dvh'}>
      <EmptyState isPage title={WORDS.notFound} action={<Button onClick={leave}>{WORDS.backHome}</Button>} />
    </Center>
  )
}
