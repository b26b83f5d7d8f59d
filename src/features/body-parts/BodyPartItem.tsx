import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AiBodyPartItem } from '#contract/masters/ai-body-part.ts'
import { useFileUrl } from '#src/ui/master/fields/use-file-url.ts'
import { ReportText } from '#src/ui/rich-text/ReportText.tsx'
import classes from './body-parts.module.css'
import { BODY_PART_WORDS as WORDS } from './words.ts'

/** One item of a body part: its photo, heading, description and specifications. */
export function BodyPartItem({ item }: { item: AiBodyPartItem }) {
  const { heading, description, specifications, photo_id: photoId } = item
  return (
    <Paper withBorder p="md" component="article" aria-label={heading}>
      <Stack gap="sm">
        {photoId !== null && <Photo fileId={photoId} heading={heading} />}
        <Title order={2} size="h4">
          {heading}
        </Title>
        {description !== '' && <ReportText html={description} loadImage={NO_PICTURES} />}
        {specifications !== '' && (
          <div>
            <Text size="sm" fw={600}>
              {WORDS.specifications}
            </Text>
            <Text size="sm" className={classes.specifications}>
              {specifications}
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  )
}

// A description contains no pictures: the photo is a separate field.
const NO_PICTURES = () => Promise.resolve(undefined)

function Photo({ fileId, heading }: { fileId: string; heading: string }) {
  const url = useFileUrl(fileId)
  if (url === undefined) return <Skeleton height={200} />
  if (url === null)
    return (
      <Text className={classes.noPhoto} size="sm" c="dimmed">
        {WORDS.photoMissing}
      </Text>
    )
  return <img className={classes.photo} src={url} alt={WORDS.photoOf(heading)} />
}
