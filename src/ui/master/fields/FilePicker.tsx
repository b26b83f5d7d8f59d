import { Button, FileButton, Group, Image, Input, Progress, Stack, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { acceptOf, FILE_RULES, type FileUse } from '#domain/file/limits.ts'
import { ActBox } from '../../refusal/ActBox.tsx'
import { OnlineButton } from '../OnlineButton.tsx'
import { useOnlineOnly } from '../use-online-only.ts'
import { FIELD_WORDS as WORDS } from '../words.ts'
import { useFileUrl } from './use-file-url.ts'
import { usePickedFile } from './use-picked-file.ts'

export interface FilePickerProps {
  label: string
  use: FileUse
  /** The purpose on the server (server/kernel/files/purposes.ts). */
  purpose: string
  /** Id of the stored file. */
  value: string | null
  onChange: (fileId: string | null) => void
  owner?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  disabled?: boolean | undefined
  required?: boolean | undefined
  /** Keeps its original width: for pictures of paper. */
  keepsWidth?: boolean
  /** Maximum width of the preview. */
  previewWidth?: number
}

const isVideo = (use: FileUse) =>
  FILE_RULES[use].kinds.some((kind: string) => kind === 'mp4' || kind === 'mov')

/** One stored file: preview, upload with progress, remove; refusals use the catalogue's titles and messages. */
export function FilePicker(props: FilePickerProps) {
  const { label, use, value, onChange, hint, error, disabled, required } = props
  const { progress, parts, take, stop } = usePickedFile(props)
  const { reason } = useOnlineOnly()
  const { endings, maxMb } = FILE_RULES[use]
  const isBusy = progress !== undefined
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint ?? WORDS.fileRule(endings.map((ending) => `.${ending}`).join(', '), maxMb)}
      error={error}
      withAsterisk={required}
    >
      <Stack gap="xs" mt={4} align="flex-start">
        {value !== null && !isBusy && <Preview {...props} fileId={value} />}
        {isBusy && (
          <Group gap="xs" w="100%" maw={320}>
            <Progress
              value={progress * 100}
              flex={1}
              aria-label={WORDS.uploading(Math.round(progress * 100))}
            />
            <Button size="compact-xs" variant="subtle" onClick={stop}>
              {WORDS.stop}
            </Button>
          </Group>
        )}
        <ActBox parts={parts} title={WORDS.notUploaded}>
          <Group gap="xs">
            <FileButton accept={acceptOf(use)} onChange={(file) => file && void take(file)}>
              {({ onClick }) => (
                <OnlineButton
                  size="compact-sm"
                  variant="default"
                  disabled={disabled}
                  loading={isBusy}
                  leftSection={<IconUpload size={14} aria-hidden />}
                  aria-label={`${value === null ? WORDS.upload : WORDS.replace}: ${label}`}
                  onClick={onClick}
                >
                  {value === null ? WORDS.upload : WORDS.replace}
                </OnlineButton>
              )}
            </FileButton>
            {value !== null && !isBusy && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                disabled={disabled || reason !== undefined}
                leftSection={<IconTrash size={14} aria-hidden />}
                aria-label={`${WORDS.removeFile}: ${label}`}
                onClick={() => onChange(null)}
              >
                {WORDS.removeFile}
              </Button>
            )}
          </Group>
        </ActBox>
      </Stack>
    </Input.Wrapper>
  )
}

function Preview({ fileId, label, use, previewWidth = 240 }: FilePickerProps & { fileId: string }) {
  const url = useFileUrl(fileId)
  if (url === undefined) return null
  if (url === null)
    return (
      <Text c="dimmed" size="xs">
        {WORDS.noPreview}
      </Text>
    )
  if (isVideo(use))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a banner of a waiting room, which has no words
    return (
      <video src={url} controls muted style={{ maxWidth: previewWidth }} aria-label={WORDS.preview(label)} />
    )
  return <Image src={url} alt={WORDS.preview(label)} maw={previewWidth} mah={160} fit="contain" radius="sm" />
}
