import { SegmentedControl } from '@mantine/core'
import type { ConsentLanguage } from '#domain/consent/answers.ts'
import type { FormLanguage } from '#domain/consent/form-language.ts'
import classes from './consent-form.module.css'
import { useFormWords } from './form-words.ts'
import { FORM_WORDS, SECONDARY_LANGUAGE } from './words.ts'

export interface LanguageSwitchProps {
  /** The form's other language, if known. */
  second: FormLanguage | undefined
  value: ConsentLanguage
  onChange: (language: ConsentLanguage) => void
}

/** English, or the form's other language by its own name: its reader may know no other. */
export function LanguageSwitch({ second, value, onChange }: LanguageSwitchProps) {
  const words = useFormWords()
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={words.language}
      classNames={{ root: classes.languages, label: classes.language }}
      data={[
        { value: 'en', label: <span lang="en">{FORM_WORDS.en.name}</span> },
        { value: 'slang', label: <SecondLabel second={second} /> },
      ]}
      value={value}
      onChange={(next) => onChange(next)}
    />
  )
}

function SecondLabel({ second }: Pick<LanguageSwitchProps, 'second'>) {
  if (!second) return <span>{SECONDARY_LANGUAGE}</span>
  return (
    <>
      <span lang={second}>{FORM_WORDS[second].name}</span>
      <small className={classes.languageHint}>{SECONDARY_LANGUAGE}</small>
    </>
  )
}
