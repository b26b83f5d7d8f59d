import { Button, FileButton, Group, Image, Input, Progress, Stack, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import type { QueScreenRecord } from '#contract/masters/que-screen.ts'
import { acceptOf } from '#domain/file/limits.ts'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ActBox } from '#src/ui/refusal/ActBox.tsx'
import classes from '../texts.module.css'
import { QUE_WORDS as WORDS } from '../words.ts'
import { useBannerUpload } from './use-banner-upload.ts'
import { type ShownBanner, useStoredBanner } from './use-stored-banner.ts'

export interface BannerFieldProps {
  /** The id of the file in the form. */
  fileId: string | null
  /** The stored screen: its banner is read by a signed link. */
  stored: QueScreenRecord | undefined
  disabled: boolean
  error: string | undefined
  onChange: (fileId: string | null) => void
}

/** An image or video above the queue: preview, upload with progress, removal. */
export function BannerField({ fileId, stored, disabled, error, onChange }: BannerFieldProps) {
  const { progress, parts, picked, take, stop } = useBannerUpload(onChange)
  const isStored = fileId !== null && fileId === stored?.banner_file_id
  const found = useStoredBanner(isStored ? stored : undefined)
  const shown = fileId !== null && picked?.fileId === fileId ? picked : isStored ? found : undefined
  const isBusy = progress !== undefined
  const label = fileId === null ? WORDS.upload : WORDS.replace
  return (
    <Input.Wrapper label={WORDS.banner} labelElement="div" description={WORDS.bannerHint} error={error}>
      <Stack gap="xs" mt={6} align="flex-start">
        {fileId !== null && !isBusy && <Preview shown={shown} />}
        {isBusy && (
          <Group gap="xs" w="100%" maw={420}>
            <Progress value={progress * 100} flex={1} aria-label={WORDS.uploading(progress)} />
            <Text size="sm" className="tabular">
              {WORDS.uploading(progress)}
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={stop}>
              {WORDS.stop}
            </Button>
          </Group>
        )}
        {!disabled && (
          <ActBox parts={parts} title={WORDS.notUploaded}>
            <Group gap="xs">
              <FileButton accept={acceptOf('banner')} onChange={(file) => file && void take(file)}>
                {({ onClick }) => (
                  <OnlineButton
                    size="compact-sm"
                    variant="default"
                    loading={isBusy}
                    leftSection={<IconUpload size={14} aria-hidden />}
                    onClick={onClick}
                  >
                    {label}
                  </OnlineButton>
                )}
              </FileButton>
              {fileId !== null && !isBusy && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => onChange(null)}
                >
                  {WORDS.removeBanner}
                </Button>
              )}
            </Group>
          </ActBox>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function Preview({ shown }: { shown: ShownBanner | null | undefined }) {
  if (shown === undefined) return null
  if (shown === null)
    return (
      <Text size="xs" c="dimmed">
        {WORDS.bannerOffline}
      </Text>
    )
  if (shown.type === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- a banner of a waiting room is shown without sound
      <video className={classes.banner} src={shown.url} controls muted aria-label={WORDS.bannerPreview} />
    )
  return <Image className={classes.banner} src={shown.url} alt={WORDS.bannerPreview} fit="contain" w="auto" />
}
