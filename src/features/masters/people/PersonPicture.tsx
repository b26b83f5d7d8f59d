import { Avatar } from '@mantine/core'
import { useFileUrl } from '#src/ui/master/fields/use-file-url.ts'

export interface PersonPictureProps {
  fileId: string | null
  name: string
}

/** The photo of a person; shows the initials if there is no photo or no network. */
export function PersonPicture({ fileId, name }: PersonPictureProps) {
  return fileId ? <Photo fileId={fileId} name={name} /> : <Avatar size={24} name={name} aria-hidden />
}

function Photo({ fileId, name }: { fileId: string; name: string }) {
  return <Avatar size={24} src={useFileUrl(fileId)} name={name} aria-hidden />
}
