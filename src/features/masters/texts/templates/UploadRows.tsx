import { Badge, Table, Text } from '@mantine/core'
import { IconEye, IconX } from '@tabler/icons-react'
import { IconAction } from '#src/ui/master/RowButtons.tsx'
import { UPLOAD_WORDS as WORDS } from '../words.ts'
import type { WordUpload } from './use-word-upload.ts'

export interface UploadRowsProps {
  uploads: readonly WordUpload[]
  previewed: string | undefined
  onPreview: (id: string) => void
  onLeaveOut: (id: string) => void
}

const COLOURS: Record<WordUpload['state'], string> = {
  reading: 'gray',
  ready: 'blue',
  refused: 'red',
  sending: 'blue',
  saved: 'green',
  failed: 'red',
}
const ICON = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** The outcome of each file. */
export function UploadRows({ uploads, previewed, onPreview, onLeaveOut }: UploadRowsProps) {
  return (
    <Table verticalSpacing={4} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{WORDS.name}</Table.Th>
          <Table.Th>{WORDS.result}</Table.Th>
          <Table.Th w={76} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {uploads.map((upload) => (
          <Table.Tr key={upload.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{upload.name || upload.file.name}</Table.Td>
            <Table.Td>
              <Badge size="sm" variant="light" color={COLOURS[upload.state]}>
                {WORDS.states[upload.state]}
                {upload.state === 'sending' && ` ${WORDS.percent(upload.share ?? 0)}`}
              </Badge>
              <Text size="sm" c={upload.why === undefined ? 'dimmed' : undefined}>
                {upload.why ?? (upload.pictures ? WORDS.lostPictures(upload.pictures) : '')}
              </Text>
            </Table.Td>
            <Table.Td>
              {upload.html !== undefined && (
                <IconAction
                  label={WORDS.preview(upload.name)}
                  icon={<IconEye {...ICON} color={previewed === upload.id ? 'currentColor' : undefined} />}
                  onClick={() => onPreview(upload.id)}
                />
              )}
              {upload.state !== 'sending' && upload.state !== 'saved' && (
                <IconAction
                  label={WORDS.leaveOut(upload.name)}
                  icon={<IconX {...ICON} />}
                  onClick={() => onLeaveOut(upload.id)}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
