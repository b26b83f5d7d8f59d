import { Alert, Button, FileButton, Group, Select, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { acceptOf } from '#domain/file/limits.ts'
import { checkDocument } from '#src/parts/documents/check-document.ts'
import { resendVisitDocument } from '#src/sync/desk/resend-visit-parts.ts'
import { useDocumentTags } from '#src/sync/directory/use-directory.ts'
import { useRefusedFiles } from '#src/sync/files/refused-files.ts'
import { typedIn } from '#src/sync/outbox/refused/refused-command.ts'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'
import { RefusedForm } from './RefusedForm.tsx'
import type { RefusedFormProps } from './refused-form-props.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

interface OtherFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A refused document of a visit: its tag, and its file or a replacement. */
export function EditDocument(props: RefusedFormProps) {
  const typed = typedIn(props.refused, 'appt/addDocument')
  const tags = useDocumentTags()
  const [tagId, setTagId] = useState(typed.tag_id)
  const [file, setFile] = useState<OtherFile>()
  // A deleted tag cannot be chosen.
  const hasTag = tags.some(({ id }) => id === tagId)
  return (
    <RefusedForm
      {...props}
      title={WORDS.title.document}
      visitId={typed.appt_id}
      check={() => hasTag}
      send={() => resendVisitDocument(props.refused, { tagId, file })}
    >
      <Select
        label={WORDS.documentTag}
        data={tags.map(({ id, name }) => ({ value: id, label: name }))}
        value={hasTag ? tagId : null}
        error={!hasTag && tags.length > 0 && WORDS.tagNeeded}
        onChange={(value) => value && setTagId(value)}
        allowDeselect={false}
      />
      {!file && <FileProblem visitId={typed.appt_id} fileId={typed.file_id} />}
      <ChosenFile name={file?.name ?? typed.name ?? ''} isOther={file !== undefined} onFile={setFile} />
    </RefusedForm>
  )
}

/** Shows why the server refused the file itself, if it did. */
function FileProblem({ visitId, fileId }: { visitId: string; fileId: string }) {
  const refused = useRefusedFiles(visitId).find(({ id }) => id === fileId)
  if (!refused) return null
  return <Alert color="orange">{WORDS.fileRefused(refused.reason)}</Alert>
}

interface ChosenFileProps {
  name: string
  isOther: boolean
  onFile: (file: OtherFile | undefined) => void
}

function ChosenFile({ name, isOther, onFile }: ChosenFileProps) {
  const parts = useAct()
  const [, act] = parts
  const take = async (file: File) => {
    const checked = await checkDocument(file)
    if (checked.ok) onFile({ name: file.name, bytes: checked.bytes })
    else showRefusal(checked.refusal)
  }
  return (
    <ActBox parts={parts} align="stretch">
      <Group gap="sm">
        <Text flex={1} style={{ overflowWrap: 'anywhere' }}>
          {WORDS.file}: {name || WORDS.noName}
        </Text>
        {isOther && (
          <Button variant="subtle" color="gray" onClick={() => onFile(undefined)}>
            {WORDS.sameFile}
          </Button>
        )}
        <FileButton accept={acceptOf('document')} onChange={(file) => file && void act.run(() => take(file))}>
          {({ onClick }) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
              {WORDS.otherFile}
            </Button>
          )}
        </FileButton>
      </Group>
    </ActBox>
  )
}
