// The sign-in page: first the password, then a TOTP code if the account requires one.
import { useRef, useState } from 'preact/hooks';
import { type FormProblem, formProblem, NONE } from './errors.ts';
import { Field } from './field.tsx';
import { BASE_URL, notice, signIn } from './session.ts';

/** The page for users who are not signed in. */
export function SignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<FormProblem>(NONE);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [isBusy, setBusy] = useState(false);
  const giveCode = useRef<(code: string) => void>(() => {});
  const askForCode = (): Promise<string> =>
    new Promise((resolve) => {
      giveCode.current = resolve;
      setCode('');
      setStep('code');
      setBusy(false);
    });

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(NONE);
    if (step === 'code') return giveCode.current(code.trim());
    notice.value = '';
    try {
      await signIn(email, password, askForCode);
    } catch (error) {
      setProblem(formProblem(error, ['email', 'password', 'totp_code']));
      setStep('password');
      setBusy(false);
    }
  }
  return (
    <section class="card sign-in">
      <h1>{step === 'password' ? 'Sign in' : 'Second step'}</h1>
      {/* The platform knows its rules best; a second validation in the browser could contradict them. */}
      <form noValidate onSubmit={(event) => void submit(event)}>
        {step === 'password' ? (
          <>
            <Field label="E-mail" name="email" problem={problem}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="email"
                  autocomplete="username"
                  value={email}
                  onInput={({ currentTarget }) => setEmail(currentTarget.value)}
                />
              )}
            </Field>
            <Field label="Password" name="password" problem={problem}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="password"
                  autocomplete="current-password"
                  value={password}
                  onInput={({ currentTarget }) => setPassword(currentTarget.value)}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label="Code of your authenticator app" name="totp_code" problem={problem}>
            {(attributes) => (
              <input
                {...attributes}
                ref={(input) => input?.focus()}
                inputmode="numeric"
                autocomplete="one-time-code"
                value={code}
                onInput={({ currentTarget }) => setCode(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {step === 'password' ? 'Sign in' : 'Go on'}
        </button>
        <p class="wrong" role="alert">
          {problem.message}
        </p>
      </form>
      <p class="hint">
        The platform is <code>{new URL(BASE_URL, location.href).host}</code>. On the mock,{' '}
        <code>owner@acme.example</code> signs in with <code>demo-hosting-2026</code>.
      </p>
    </section>
  );
}
