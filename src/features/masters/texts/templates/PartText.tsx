import { Skeleton } from '@mantine/core'
import { type Ref, useState } from 'react'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { FIELD_WORDS as WORDS } from '#src/ui/master/words.ts'
import type { RichTextHandle } from '#src/ui/rich-text/RichText.tsx'

// Loaded lazily with the first opened template, because the editor is the largest part of the app.
const RichText = lazyPart(
  async () => ({ default: (await import('#src/ui/rich-text/RichText.tsx')).RichText }),
  <Skeleton height={260} aria-label={WORDS.loadingEditor} />,
)

const IMAGES = {
  keep: () => Promise.reject(new Error(WORDS.picturesElsewhere)),
  load: () => Promise.resolve(undefined),
}

export interface PartTextProps {
  label: string
  value: string
  onChange: (html: string) => void
  readOnly: boolean
  ref?: Ref<RichTextHandle>
}

/** One of a template's three texts, in the report editor. */
export function PartText({ label, value, onChange, readOnly, ref }: PartTextProps) {
  const [own, setOwn] = useState(value)
  const [version, setVersion] = useState(0)
  // The value was set from outside (restored, discarded, or a resolved conflict): the editor takes it over.
  if (value !== own) {
    setOwn(value)
    setVersion(version + 1)
  }
  return (
    <RichText
      ref={ref}
      label={label}
      value={value}
      version={version}
      readOnly={readOnly}
      images={IMAGES}
      onChange={(html) => {
        const text = isEmptyMarkup(html) ? '' : html
        setOwn(text)
        onChange(text)
      }}
    />
  )
}
