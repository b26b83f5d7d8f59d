import { Button, FileButton, Group, Select, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf } from '#domain/file/limits.ts'
import { useDocumentTags } from '#src/sync/directory/use-directory.ts'
import { notifyError } from '#src/ui/notify.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'
import { checkDocument } from './check-document.ts'
import type { DocumentDesk } from './document-desk.ts'
import { DOCUMENT_WORDS as WORDS } from './words.ts'

/** The tag first, then the file (docs/visits.md#booking). */
export function AddDocument({ onAdd }: { onAdd: DocumentDesk['add'] }) {
  const tags = useDocumentTags()
  const [tagId, setTagId] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const take = async (file: File | null) => {
    if (!file || tagId === null) return
    setBusy(true)
    try {
      const checked = await checkDocument(file)
      if (checked.ok) await onAdd({ tagId, name: file.name, bytes: checked.bytes })
      else showRefusal(checked.refusal)
    } catch (problem) {
      notifyError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group align="flex-start" gap="xs">
      <Select
        aria-label={WORDS.tag}
        placeholder={WORDS.chooseTag}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={tagId}
        error={isMissing && WORDS.tagFirst}
        onChange={(value) => {
          setTagId(value)
          setMissing(false)
        }}
        w={220}
      />
      <FileButton accept={acceptOf('document')} onChange={(file) => void take(file)}>
        {({ onClick }) => (
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => (tagId === null ? setMissing(true) : onClick())}
          >
            {WORDS.upload}
          </Button>
        )}
      </FileButton>
      <Text c="dimmed" size="xs" pt={9}>
        {WORDS.uploadHint}
      </Text>
    </Group>
  )
}
