import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf } from '#domain/file/limits.ts'
import { useDocumentTags } from '#src/sync/directory/use-directory.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'
import { checkDocument } from './check-document.ts'
import type { RecordDocuments } from './record-documents.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** The tag first, then the file (docs/visits.md#booking). */
export function AddDocument({ onAdd }: { onAdd: RecordDocuments['add'] }) {
  const tags = useDocumentTags()
  const [tagId, setTagId] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [box, act] = useAct()
  const take = async (file: File | null) => {
    if (!file || tagId === null) return
    await act.run(async () => {
      const checked = await checkDocument(file)
      if (checked.ok) await onAdd({ tagId, name: file.name, bytes: checked.bytes })
      else showRefusal(checked.refusal)
    })
  }
  const refuse = () => {
    setMissing(true)
    act.refuse()
  }
  return (
    <Group align="flex-start" gap="xs" ref={box}>
      <Select
        aria-label={WORDS.tag}
        placeholder={WORDS.chooseTag}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={tagId}
        error={isMissing && WORDS.tagFirst}
        onChange={(value) => {
          setTagId(value)
          setMissing(false)
          act.forget()
        }}
        w={220}
      />
      <FileButton accept={acceptOf('document')} onChange={(file) => void take(file)}>
        {({ onClick }) => (
          <Button
            variant="default"
            loading={act.isBusy}
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => (tagId === null ? refuse() : onClick())}
          >
            {WORDS.upload}
          </Button>
        )}
      </FileButton>
      <Text c="dimmed" size="xs" pt={9}>
        {WORDS.uploadHint}
      </Text>
      <RefusalNote act={act} />
    </Group>
  )
}
