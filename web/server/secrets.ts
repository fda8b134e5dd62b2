// Loaded before everything else in the image: secrets come in a file of NAME=value lines, rather than in variables that
// engines show.
const { LAREK_SECRETS_FILE: file } = process.env
if (file) process.loadEnvFile(file)
