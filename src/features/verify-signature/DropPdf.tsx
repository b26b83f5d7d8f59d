import '@mantine/dropzone/styles.layer.css'
import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useState } from 'react'
import { hashesOfKeywords } from '#domain/report/signature-address.ts'
import { readPdf } from '#src/workers/read-pdf-client.ts'
import type { PaperCode } from './paper-code.ts'
import type { CheckInput } from './use-check.ts'
import { useVerifyWords } from './verify-words.ts'
import type { VerifyWords } from './words/en.ts'

const MOST_BYTES = 50_000_000

export interface DropPdfProps {
  /** The code from the address; used for a file that contains no code. */
  code: PaperCode | undefined
  onRead: (inputs: CheckInput[]) => void
}

/** Reads the codes and words of a report's PDF on this device, and checks them. */
export function DropPdf({ code, onRead }: DropPdfProps) {
  const words = useVerifyWords()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<keyof VerifyWords['file']>()
  const read = async (file: File) => {
    setReading(true)
    setProblem(undefined)
    try {
      const { keywords, words: read } = await readPdf(file)
      const own: CheckInput[] = hashesOfKeywords(keywords).map((hash) => ({ hash, words: read }))
      const asked = own.length > 0 ? own : code ? [{ ...code, words: read }] : []
      if (asked.length > 0) onRead(asked)
      else setProblem('noCode')
    } catch {
      setProblem('notPdf')
    } finally {
      setReading(false)
    }
  }
  return (
    <div>
      <Dropzone
        onDrop={([file]: File[]) => file && void read(file)}
        onReject={([rejected]: { file: File }[]) =>
          setProblem((rejected?.file.size ?? 0) > MOST_BYTES ? 'tooLarge' : 'notPdf')
        }
        accept={['application/pdf']}
        maxSize={MOST_BYTES}
        maxFiles={1}
        multiple={false}
        loading={isReading}
        aria-label={words.drop}
        inputProps={{ 'aria-label': words.drop }}
      >
        <Text ta="center">{isReading ? words.reading : words.drop}</Text>
        <Text ta="center" size="sm" c="dimmed">
          {words.dropHint}
        </Text>
      </Dropzone>
      {problem && (
        <Text role="alert" c="red.4" mt="xs">
          {words.file[problem]}
        </Text>
      )}
    </div>
  )
}
