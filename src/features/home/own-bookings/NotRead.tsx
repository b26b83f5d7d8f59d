import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'

/** Stands in the place of a patient's own data until they are read, and says why they are not. */
export function NotRead({ error, onRetry }: { error: Error | undefined; onRetry: () => void }) {
  const spoken = usePatientLanguage()
  const { frame, notLoaded } = useOwnWords()
  if (!error) return <SkeletonRows label={frame.loading} />
  return (
    <ErrorNote
      title={notLoaded}
      message={refusalText(error, spoken)}
      onRetry={onRetry}
      retryLabel={spoken.words.retry}
    />
  )
}
