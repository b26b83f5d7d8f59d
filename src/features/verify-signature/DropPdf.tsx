import '@mantine/dropzone/styles.layer.css'
import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useState } from 'react'
import { hashesOfKeywords } from '#domain/report/signature-address.ts'
import { readPdf } from '#src/workers/read-pdf-client.ts'
import type { PaperCode } from './paper-code.ts'
import type { CheckInput } from './use-check.ts'
import { VERIFY_WORDS as WORDS } from './words.ts'

const MOST_BYTES = 50_000_000

export interface DropPdfProps {
  /** Of the address; it counts for a file that carries no code of its own. */
  code: PaperCode | undefined
  onRead: (inputs: CheckInput[]) => void
}

/** Takes the PDF of a report, reads its codes and its words on this device, and asks about them. */
export function DropPdf({ code, onRead }: DropPdfProps) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    setReading(true)
    setProblem(undefined)
    try {
      const { keywords, words } = await readPdf(file)
      const own: CheckInput[] = hashesOfKeywords(keywords).map((hash) => ({ hash, words }))
      const asked = own.length > 0 ? own : code ? [{ ...code, words }] : []
      if (asked.length > 0) onRead(asked)
      else setProblem(WORDS.noCode)
    } catch {
      setProblem(WORDS.notPdf)
    } finally {
      setReading(false)
    }
  }
  return (
    <div>
      <Dropzone
        onDrop={([file]: File[]) => file && void read(file)}
        onReject={([rejected]: { file: File }[]) =>
          setProblem((rejected?.file.size ?? 0) > MOST_BYTES ? WORDS.tooLarge : WORDS.notPdf)
        }
        accept={['application/pdf']}
        maxSize={MOST_BYTES}
        maxFiles={1}
        multiple={false}
        loading={isReading}
        aria-label={WORDS.drop}
      >
        <Text ta="center">{isReading ? WORDS.reading : WORDS.drop}</Text>
        <Text ta="center" size="sm" c="dimmed">
          {WORDS.dropHint}
        </Text>
      </Dropzone>
      {problem && (
        <Text role="alert" c="red.4" mt="xs">
          {problem}
        </Text>
      )}
    </div>
  )
}
