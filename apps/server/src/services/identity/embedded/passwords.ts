import { hash, verify } from '@node-rs/argon2'

// The most common passwords that pass the length rule, from published lists of leaks, and variations on the
// product's own words, in lower case.
const words = `
0123456789 0987654321 1029384756 1111111111 1122334455 1212121212 123123123123 1231231231 123321123321 1234512345 123456123456
1234567890 12345678900 12345678901 12345678910 123456789a 123456789q 123456789abc 12345678910 1234567891 123456789123 12345qwert
12345qwerty 1234qwerasdf 147258369 1472583690 1357924680 147852369 147896325 159357159357 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u
1qaz1qaz1qaz 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 9876543210 987654321a 98765432100
a123456789 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aaa1234567 abc1234567 abc123abc123 abc123456789 abcd123456 abcd12345678 abcde12345
abcdef12345 abcdef123456 abcdefg123 abcdefgh12 abcdefghij abcdefghijk abcdefghijklm admin12345 admin123456 administrateur
administrator adminadmin admin@1234 asd123456789 asdasdasdasd asdf123456 asdf1234asdf asdfasdfasdf asdfghjkl1 asdfghjkl123 asdfghjkl;
asdfghjklm asdfghjklq azerty12345 azerty123456 azertyuiop azertyuiop123 azertyuiopqsdfghjklm
baseball123 basketball basketball1 bienvenue1 bienvenue123 blink182182 bonjour123 bonjour1234 butterfly1 butterfly123
changeme12 changeme123 changeme1234 charlie123 chocolate1 chocolate123 classroom1 classroom123 computer123 correcthorsebatterystaple
december2024 december2025 doudou1234 dragon12345 dragon123456
essayessay1 estrellita evenmoresecret
facebook123 football10 football11 football12 football123 football1234 fuckyou123 fuckyou1234
google12345 headteacher headteacher1 hello12345 hello123456 hellohello helloworld helloworld1
iloveyou12 iloveyou123 iloveyou1234 iloveyou22 iloveyousomuch internet123
jetaime123 jetaime1234 jordan12345 juventus123 justinbieber
letmein123 letmein1234 letmeinnow123 liverpool1 liverpool123 lorenzo123 loulou1234 lovelovelove loveyou123
manchester manchester1 marseille13 master12345 michael123 michelle123 minecraft1 minecraft123 monkey12345 monkey123456 motdepasse
motdepasse1 motdepasse12 motdepasse123 mypassword mypassword1 mypassword123
nothing123 november2024 november2025
october2024 october2025 onedirection ordinateur
p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssword12 p@ssword123 passpasspass passw0rd12 passw0rd123 passw0rd1234 password00 password01
password10 password11 password12 password123 password123! password1234 password12345 password123456 password2024 password2025
password2026 password21 password22 password99 password@1 password@123 passwordpassword penmark123 penmark1234 penmark12345
penmarkpenmark pokemon123 princess12 princess123 princesse1 professeur professeur1
q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsx123456 qazwsxedc1 qazwsxedcrfv qwe123456789 qweasdzxc1 qweasdzxc123 qwer123456 qwer12345678
qwert12345 qwert123456 qwerty0987 qwerty1234 qwerty12345 qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty
qwertyuiop qwertyuiop1 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertzuiop qwertzuiopü
rainbow123 rockyou123
samsung123 school1234 school12345 secret1234 secret12345 september1 september2024 september2025 shadow12345 skywalker1 snoopy12345
soleil1234 spiderman1 spiderman123 starwars12 starwars123 student123 student1234 sunshine12 sunshine123 superman12 superman123
superman1234 superstar1 summer2024 summer2025
teacher123 teacher1234 teacher12345 testtest123 test123456 test12345678 test1234567890 thisispassword trustno1234
unknown123 volleyball
welcome123 welcome1234 welcome12345 welcome@123 whatever123 whatever12 winter2024 winter2025
zaq12wsxcde3 zaq1zaq1zaq1 zxcvbnm123 zxcvbnm1234 zxcvbnm12345 zxcvbnmasdfghjkl
`

const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''))

/**
 * RFC 9106 and the OWASP password storage cheat sheet ask for at least 19 MiB and two passes; memory is in
 * KiB.
 */
export const passwordCost = { algorithm: 2, memoryCost: 24 * 1024, timeCost: 2, parallelism: 1 } as const

export const passwordLength = { least: 10, most: 200 } as const

export type PasswordFault = 'too_short' | 'too_long' | 'is_email' | 'too_common'

const normalise = (value: string) => value.normalize('NFKC').toLowerCase()

/** What is wrong with a new password, or null. */
export function findPasswordFault(password: string, email: string): PasswordFault | null {
  const characters = Array.from(password).length
  if (characters < passwordLength.least) return 'too_short'
  if (characters > passwordLength.most) return 'too_long'
  const [localPart = ''] = email.split('@')
  const word = normalise(password)
  if (
    word === normalise(email) ||
    (localPart.length >= passwordLength.least && word === normalise(localPart))
  )
    return 'is_email'
  const isOneCharacter = new Set(word).size === 1
  if (isOneCharacter || commonPasswords.has(word)) return 'too_common'
  return null
}

/** Keyboards may compose the same letters differently, so passwords are normalised before hashing. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), passwordCost)
}

let decoy: Promise<string> | undefined

/** Takes the same time with or without an account: without a hash it checks a decoy and returns false. */
export async function checkPassword(password: string, storedHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const isRight = await verify(storedHash ?? (await decoy), password.normalize('NFKC'))
  return storedHash !== null && isRight
}
