import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'

export interface NoScreenProps {
  reason: 'notFound' | 'notAuthorized'
}

/** Replaces a screen that a patient cannot open, in the patient's language (docs/languages.md). */
export default function NoScreen({ reason }: NoScreenProps) {
  const { noScreen } = useOwnWords().frame
  const navigate = useNavigate()
  return (
    <EmptyState
      isPage
      title={noScreen[reason]}
      action={<Button onClick={() => void navigate('/dashboard')}>{noScreen.home}</Button>}
    />
  )
}
