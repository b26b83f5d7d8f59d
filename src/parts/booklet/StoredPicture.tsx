import { Text } from '@mantine/core'
import { useFileUrl } from '#src/ui/master/fields/use-file-url.ts'
import classes from './booklet.module.css'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/** A picture of the booklet as large as its cell allows. */
export function StoredPicture({ fileId, label }: { fileId: string; label: string }) {
  const url = useFileUrl(fileId)
  if (url === undefined) return <div className={classes.loading} aria-busy="true" />
  if (url === null)
    return (
      <Text size="xs" className={classes.missing} role="note">
        {WORDS.missing}
      </Text>
    )
  return <img className={classes.picture} src={url} alt={label} draggable={false} />
}
