import { Input, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import classes from '../master.module.css'
import { FIELD_WORDS as WORDS } from '../words.ts'
import { type FieldProps, textOf } from './field-props.ts'

// The editor is the heaviest part of the app and used in few forms.
const RichText = lazyPart(
  async () => ({ default: (await import('#src/ui/rich-text/RichText.tsx')).RichText }),
  <Skeleton height={180} aria-label={WORDS.loadingEditor} />,
)

// A picture belongs to a study; a text that is inserted into many reports has none.
const IMAGES = {
  keep: () => Promise.reject(new Error(WORDS.picturesElsewhere)),
  load: () => Promise.resolve(undefined),
}

/** Formatted text in the report editor; its output is markup that a report may hold. */
export function RichTextWidget(props: FieldProps<'richText'>) {
  const { field, value, onChange, error, disabled } = props
  const [opened] = useState(() => textOf(value))
  const [own, setOwn] = useState(opened)
  const [version, setVersion] = useState(0)
  // Set from outside (a resolved conflict): the editor takes over the value.
  if (textOf(value) !== own) {
    setOwn(textOf(value))
    setVersion(version + 1)
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description={field.hint}
      error={error}
      withAsterisk={field.required}
    >
      <div className={classes.richText}>
        <RichText
          label={field.label}
          value={textOf(value)}
          version={version}
          readOnly={disabled}
          images={IMAGES}
          isWithoutPictures
          onChange={(html) => {
            // An empty paragraph is not text: the rule 'is required' is about visible content.
            const text = isEmptyMarkup(html) ? '' : html
            setOwn(text)
            onChange(text)
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
