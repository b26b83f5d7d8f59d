import { Button, CloseButton, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf, findNamedFileProblem } from '#domain/file/limits.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import { refusalText } from '#src/parts/patient-words/refusal-text.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { uploadNow } from '#src/sync/files/upload-now.ts'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import type { SentDocument } from './request-values.ts'

export interface DocumentFieldProps {
  document: SentDocument | undefined
  onChange: (document: SentDocument | undefined) => void
  error: string | undefined
  disabled: boolean
}

/** An image or PDF sent with the request; a rejected file is cleared and the reason shown. */
export function DocumentField({ document, onChange, error, disabled }: DocumentFieldProps) {
  const { document: words, fields } = useOwnWords().request
  const refusalOf = useDocumentRefusal()
  const [percent, setPercent] = useState<number>()
  const [box, act] = useAct()
  const send = async (file: File) => {
    onChange(undefined)
    const refusal = findNamedFileProblem('requestDocument', file)
    if (refusal) throw new FileProblem(refusal)
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.round(share * 100))
      const id = await uploadNow(file, { purpose: 'request_document', onProgress })
      onChange({ id, name: file.name, isPdf: file.name.toLowerCase().endsWith('.pdf') })
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <Stack gap={4} ref={box}>
      <Text size="sm" fw={500}>
        {fields.document}
      </Text>
      <Group gap="xs">
        <FileButton
          accept={acceptOf('requestDocument')}
          onChange={(file) => file && void act.run(() => send(file))}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              disabled={disabled || percent !== undefined}
            >
              {words.choose}
            </Button>
          )}
        </FileButton>
        {document && (
          <Group gap={4}>
            <Text size="sm">
              <bdi>{document.name}</bdi>
            </Text>
            <CloseButton size="sm" aria-label={words.remove} onClick={() => onChange(undefined)} />
          </Group>
        )}
      </Group>
      {percent !== undefined && <Progress value={percent} aria-label={words.uploading(percent)} />}
      <RefusalLine words={act.problem ? [words.notTaken, refusalOf(act.problem)] : []} takesFocus />
      <Text size="xs" c={error ? 'red.4' : 'dimmed'}>
        {error ?? words.hint}
      </Text>
    </Stack>
  )
}

/** A problem of the file that is found before it is sent. */
class FileProblem extends Error {
  readonly problem: 'wrongType' | 'tooLarge'
  constructor(problem: 'wrongType' | 'tooLarge') {
    super(problem)
    this.problem = problem
  }
}

/** Returns a function that gives the reason why a document was rejected, in the page's language. */
function useDocumentRefusal(): (error: Error) => string {
  const spoken = usePatientLanguage()
  const { document: words } = useOwnWords().request
  return (error) => {
    if (error instanceof FileProblem) return words[error.problem]
    if (error instanceof ApiError) {
      if (error.code === 'too_large') return words.tooLarge
      // The server has checked the file's content.
      const isOfFile = error.code === 'invalid' && error.fields?.file !== undefined
      if (isOfFile || error.code === 'file_refused') return words.wrongType
    }
    return refusalText(error, spoken)
  }
}
